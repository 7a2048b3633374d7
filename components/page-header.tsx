/** A page's heading, its description and its actions. */
type PageHeaderProps = { title: string; children?: React.ReactNode; actions?: React.ReactNode };

export function PageHeader({ title, children, actions }: PageHeaderProps) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 pb-6">
      <div className="grid min-w-0 gap-1">
        <h1 className="text-xl font-semibold tracking-tight wrap-anywhere">{title}</h1>
        {children && <div className="max-w-prose text-ink-quiet">{children}</div>}
      </div>
      {actions && <div className="flex gap-2">{actions}</div>}
    </div>
  );
}
