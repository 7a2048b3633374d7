import { KeepFocus } from "@/components/keep-focus";
import { ButtonLink } from "@/components/ui/button";
import { Form, type FormAction, Submit } from "@/components/ui/form";
import { Link } from "@/components/ui/link";

/** What the rows of a page share. `edited`: the one that is being edited. `path`: of the page. */
export type Editing = { path: string; edited: string | undefined; mayChange: boolean };

type SettingRowProps = Editing & {
  id: string;
  title: string;
  /** The setting as it is. */
  sentence: React.ReactNode;
  action: FormAction;
  /** The attributes that it has fields for, if its form may be refused for others. */
  fields?: string[];
  /** Whether it can be removed. */
  isRemovable?: boolean;
  /** Its fields. */
  children: React.ReactNode;
};

/** A setting in a sentence; once *Edit* has been chosen, its form, which saves it alone. A link, so it works without scripts. */
export function SettingRow({ id, title, sentence, path, edited, mayChange, ...form }: SettingRowProps) {
  const isEdited = mayChange && edited === id;
  return (
    <KeepFocus on={String(isEdited)} to="input:not([type=hidden]), textarea, select, a">
      <section
        id={id}
        aria-label={title}
        className="grid scroll-mt-4 grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1 border-t border-line py-3 sm:grid-cols-[11rem_minmax(0,1fr)_auto]"
      >
        <h3 className="text-sm font-medium wrap-anywhere">{title}</h3>
        {isEdited ? (
          <div className="col-span-full max-w-lg pt-1 sm:col-span-2 sm:pt-0">
            <RowForm {...form} id={id} path={path} />
          </div>
        ) : (
          <>
            <div className="col-span-full row-start-2 line-clamp-3 text-sm wrap-anywhere text-ink-quiet sm:col-span-1 sm:row-auto [&_b]:font-medium [&_b]:text-ink">
              {sentence}
            </div>
            {mayChange && (
              <Link
                href={`${path}?edit=${id}#${id}`}
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
    </KeepFocus>
  );
}

type RowFormProps = Pick<SettingRowProps, "id" | "path" | "action" | "fields" | "isRemovable" | "children">;

const RowForm = ({ id, path, action, fields, isRemovable, children }: RowFormProps) => (
  <Form asksBeforeLeaving data-draft={id} action={action} fields={fields}>
    {children}
    <div className="flex flex-wrap gap-2">
      <Submit busy="Saving…">Save</Submit>
      <ButtonLink href={`${path}#${id}`} scroll={false} look="bare">
        Cancel
      </ButtonLink>
      {isRemovable && (
        <Submit look="danger" busy="Removing…" name="remove" value="yes" className="ml-auto">
          Remove
        </Submit>
      )}
    </div>
  </Form>
);
