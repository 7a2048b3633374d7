import clsx from "clsx";

/** Rows on hairlines; scrolls sideways by itself rather than the page. `label` names it for screen readers. */
export function Table({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="relative overflow-x-auto">
      <table aria-label={label} className="w-full border-collapse text-left text-sm">
        {children}
      </table>
    </div>
  );
}

/** `actions` names a last column of buttons to screen readers only. */
export function Head({ columns, actions }: { columns: string[]; actions?: string }) {
  return (
    <thead>
      <tr className="border-b border-line text-xs text-ink-quiet [&>th]:h-8 [&>th]:pr-4 [&>th]:font-medium [&>th]:whitespace-nowrap">
        {columns.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
        {actions && (
          <th scope="col">
            <span className="sr-only">{actions}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

export function Row({ className, ...row }: React.ComponentProps<"tr">) {
  return <tr {...row} className={clsx("border-b border-line last:border-0", className)} />;
}

export function Cell({ className, ...cell }: React.ComponentProps<"td">) {
  return <td {...cell} className={clsx("h-11 py-1.5 pr-4 last:pr-0", className)} />;
}
