import { Link } from "@/components/ui/link";

type SettingRowProps = {
  id: string;
  title: string;
  /** The setting as it is, in a sentence. */
  children: React.ReactNode;
  /** Where it is edited; absent for those who may not. */
  editUrl?: string | undefined;
  /** Its form, while it is edited. */
  form?: React.ReactNode;
};

/** A setting in a sentence, and its form once *Edit* has been chosen: a link, so it works without scripts. */
export const SettingRow = ({ id, title, children, editUrl, form }: SettingRowProps) => (
  <section
    id={id}
    aria-label={title}
    className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-1 border-t border-line py-3 sm:grid-cols-[11rem_minmax(0,1fr)_auto]"
  >
    <h3 className="text-sm font-medium wrap-anywhere">{title}</h3>
    {form ? (
      <div className="col-span-full max-w-md pt-1 sm:col-span-2 sm:pt-0">{form}</div>
    ) : (
      <>
        <div className="col-span-full row-start-2 text-sm wrap-anywhere text-ink-quiet sm:col-span-1 sm:row-auto [&_b]:font-medium [&_b]:text-ink">
          {children}
        </div>
        {editUrl && (
          <Link
            href={editUrl}
            scroll={false}
            aria-label={`Edit ${title}`}
            className="text-sm underline underline-offset-4 hover:text-ink max-sm:col-start-2 max-sm:row-start-1"
          >
            Edit
          </Link>
        )}
      </>
    )}
  </section>
);
