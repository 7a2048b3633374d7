import clsx from "clsx";
import { ArrowLeft } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";

/** A page's heading, its description and its actions. `isWide`: the page has rows that need the width of a large screen. */
type PageHeaderProps = {
  title: string;
  isWide?: boolean;
  children?: React.ReactNode;
  actions?: React.ReactNode;
};

export function PageHeader({ title, isWide, children, actions }: PageHeaderProps) {
  return (
    <div
      data-wide={isWide}
      className={clsx(
        "flex flex-wrap items-start justify-between gap-x-4 gap-y-3",
        isWide ? "pb-3" : "pb-6 max-sm:pb-4",
      )}
    >
      <div className="grid min-w-0 gap-1">
        <h1 className="text-xl font-semibold tracking-tight wrap-anywhere">{title}</h1>
        {children && <div className="max-w-prose text-ink-quiet">{children}</div>}
      </div>
      {actions && <div className="flex gap-2">{actions}</div>}
    </div>
  );
}

/** Leads from an empty state to the page of the documentation that explains it. `page`: the path after `/docs`. */
export const DocsLink = ({ page, children }: { page: string; children: React.ReactNode }) => (
  <Link href={`/docs${page}`} className="text-sm underline underline-offset-4 hover:text-ink">
    {children}
  </Link>
);

/** An empty list: a sentence and the next step. */
export function Empty({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="grid justify-items-start gap-3 rounded-lg border border-dashed border-line px-6 py-8">
      <p className="font-medium">{title}</p>
      <div className="grid max-w-prose justify-items-start gap-3 text-ink-quiet">{children}</div>
    </div>
  );
}

/** A link to the parent page, above a heading. */
export function BackLink({ href, children }: { href: string; children: React.ReactNode }) {
  return (
    <Link
      href={href}
      className="mb-2 inline-flex w-fit max-w-full items-center gap-1.5 py-1 text-sm wrap-anywhere text-ink-quiet hover:text-ink print:hidden"
    >
      <ArrowLeft aria-hidden className="size-3.5 shrink-0" />
      {children}
    </Link>
  );
}
