import clsx from "clsx";

type TableProps = {
  label: string;
  /** Whether each row becomes a stack of labelled lines on narrow screens. */
  stacks?: boolean;
  children: React.ReactNode;
};

/** A table that scrolls horizontally within the page. `label` is its name for screen readers. */
export function Table({ label, stacks, children }: TableProps) {
  return (
    // What scrolls must be reachable by keyboard. Tables that stack do not scroll where it is narrow. Not a region, which would be
    // a landmark: a page may have several tables of one name.
    <div
      className="relative overflow-x-auto"
      {...(!stacks && { role: "group", "aria-label": label, tabIndex: 0 })}
    >
      <table
        aria-label={label}
        data-stacks={stacks || undefined}
        className="group/table w-full border-collapse text-left text-sm"
      >
        {children}
      </table>
    </div>
  );
}

/** `actions`: the heading of the last column, for screen readers only. */
export function Head({ columns, actions }: { columns: string[]; actions?: string }) {
  return (
    <thead className="max-sm:group-data-stacks/table:sr-only">
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
  return <tr {...row} className={clsx("border-b border-line last:border-0", STACKED_ROW, className)} />;
}

const STACKED_ROW =
  "max-sm:group-data-stacks/table:flex max-sm:group-data-stacks/table:flex-wrap max-sm:group-data-stacks/table:items-baseline max-sm:group-data-stacks/table:gap-x-4 max-sm:group-data-stacks/table:gap-y-1 max-sm:group-data-stacks/table:py-3";

/** In a stacked table, `name` labels the cell, and an empty cell is hidden. */
export function Cell({ name, className, ...cell }: React.ComponentProps<"td"> & { name?: string }) {
  return (
    <td
      {...cell}
      data-name={name && `${name} `}
      className={clsx("h-11 py-1.5 pr-4 last:pr-0", STACKED_CELL, className)}
    />
  );
}

const STACKED_CELL =
  "max-sm:group-data-stacks/table:h-auto max-sm:group-data-stacks/table:p-0 max-sm:group-data-stacks/table:empty:hidden max-sm:group-data-stacks/table:before:content-[attr(data-name)]";
