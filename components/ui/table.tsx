import clsx from "clsx";

type TableProps = {
  label: string;
  /** Whether each row becomes a stack of labelled lines on narrow screens. */
  stacks?: boolean;
  /** Whether it may be too wide even where its rows are not stacks. */
  scrolls?: boolean;
  className?: string;
  children: React.ReactNode;
};

/** A table that scrolls horizontally within the page. `label` is its name for screen readers. */
export function Table({ label, stacks, scrolls, className, children }: TableProps) {
  return (
    // What scrolls must be reachable by keyboard. Tables that stack do not scroll where it is narrow. Not a region, which would be
    // a landmark: a page may have several tables of one name.
    <div
      className="relative overflow-x-auto"
      {...((!stacks || scrolls) && { role: "group", "aria-label": label, tabIndex: 0 })}
    >
      <table aria-label={label} data-stacks={stacks || undefined} className={clsx("data-table", className)}>
        {children}
      </table>
    </div>
  );
}

/** `actions`: the heading of the last column, for screen readers only. */
export function Head({ columns, actions }: { columns: string[]; actions?: string }) {
  return (
    <thead>
      <tr>
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

export const Row = (row: React.ComponentProps<"tr">) => <tr {...row} />;

/** In a stacked table, `name` labels the cell, and an empty cell is hidden. */
export function Cell({ name, ...cell }: React.ComponentProps<"td"> & { name?: string }) {
  return <td {...cell} data-name={name && `${name} `} />;
}
