import clsx from "clsx";

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
