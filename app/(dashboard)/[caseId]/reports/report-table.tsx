import { Link } from "@/components/ui/link";
import { Cell, Table } from "@/components/ui/table";
import type { Cells } from "./report-text";

type ReportRow = { key: string; name: string; href: string; note: string | null; cells: Cells };

/** How many rows a printed sheet has. The others are on the page, and named by their number. */
const PRINTED = 16;

type ReportTableProps = {
  heading: string;
  columns: (keyof Cells)[];
  /** Among all rows; null if it stands elsewhere. */
  total: Cells | null;
  /** Worst first. */
  rows: ReportRow[];
};

/** A part of a report: a row for each tag or snitch. */
export function ReportTable({ heading, columns, total, rows }: ReportTableProps) {
  return (
    <section className="pb-6 print:pb-2">
      <p aria-hidden className="text-sm font-semibold sm:hidden print:hidden">
        {heading}
      </p>
      <Table label={heading} stacks className="report-table">
        <thead>
          <tr>
            <th scope="col">{heading}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {total && (
            <tr className="total">
              <th scope="row">All</th>
              <Numbers columns={columns} cells={total} />
            </tr>
          )}
          {rows.map(({ key, name, href, note, cells }, i) => (
            <tr key={key} className={i >= PRINTED ? "print:hidden" : undefined}>
              <th scope="row">
                <Link href={href}>
                  <bdi>{name}</bdi>
                </Link>
                {note && <span>{note}</span>}
              </th>
              <Numbers columns={columns} cells={cells} />
            </tr>
          ))}
        </tbody>
      </Table>
      {rows.length > PRINTED && (
        <p className="hidden pt-1 print:block">
          {(rows.length - PRINTED).toLocaleString("en")} more, with no more missed and errored runs than
          these, are on the web page.
        </p>
      )}
    </section>
  );
}

const Numbers = ({ columns, cells }: { columns: (keyof Cells)[]; cells: Cells }) =>
  columns.map((column) => (
    <Cell
      key={column}
      name={column === "%" ? undefined : column}
      className={cells[column] && column.toLowerCase()}
    >
      {cells[column] || <span aria-hidden>–</span>}
    </Cell>
  ));
