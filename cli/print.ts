/** How things are printed: a table for people, JSON lines for programs. */
export type Column<Row> = [title: string, value: (row: Row) => string];

const COLOURS: Record<string, number> = {
  healthy: 32,
  succeeded: 32,
  missing: 31,
  errored: 31,
  failed: 31,
  overran: 31,
  critical: 31,
  pending: 90,
  paused: 90,
};

const isTerminal = () => process.stdout.isTTY === true;
const hasColours = () => isTerminal() && !process.env.NO_COLOR && process.env.TERM !== "dumb";

/** Prints rows: JSON in a pipe or with `--json`, otherwise a table, or what is said when there are none. */
export function printRows<Row extends object>(
  rows: Row[],
  columns: Column<Row>[],
  { isJson, empty }: { isJson: boolean; empty: string },
): void {
  if (isJson || !isTerminal()) {
    for (const row of rows) console.log(JSON.stringify(row));
    return;
  }
  if (rows.length === 0) {
    console.log(empty);
    return;
  }
  const cells = [
    columns.map(([title]) => title),
    ...rows.map((row) => columns.map(([, value]) => printable(value(row)))),
  ];
  const widths = columns.map((_, i) => Math.max(...cells.map((line) => line[i]?.length ?? 0)));
  for (const [at, line] of cells.entries()) {
    const text = line.map((cell, i) => colour(cell.padEnd(widths[i] ?? 0), at === 0 ? 1 : COLOURS[cell]));
    console.log(text.join("  ").trimEnd());
  }
}

/** Prints one thing: a line for each of its members, or JSON. */
export function printThing(thing: object, isJson: boolean): void {
  if (isJson || !isTerminal()) {
    console.log(JSON.stringify(thing));
    return;
  }
  const members = Object.entries(thing).filter(([, value]) => value !== null && value !== "");
  const width = Math.max(...members.map(([name]) => name.length));
  for (const [name, value] of members) {
    const text = printable(typeof value === "string" ? value : JSON.stringify(value));
    console.log(`${colour(name.padEnd(width), 1)}  ${colour(text, COLOURS[text])}`);
  }
}

const colour = (text: string, code: number | undefined) =>
  code !== undefined && hasColours() ? `\u001b[${code}m${text}\u001b[0m` : text;

/** A name must not move the cursor of the reader's terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters.
const printable = (text: string) => text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, " ");
