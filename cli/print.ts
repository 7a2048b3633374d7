/** A column of a table. */
export type Column<Row> = [title: string, value: (row: Row) => string];
/** Named values to print under a title. */
export type Page = { title: string; fields: Field[] };
export type Field = [name: string, value: string];
/** A text, and the colour that it has on a terminal. */
type Part = string | { text: string; colour: number | undefined };

const BOLD = 1;
const [RED, GREEN, GREY] = [31, 32, 90];
const COLOURS = new Map([
  ["healthy", GREEN],
  ["succeeded", GREEN],
  ["missing", RED],
  ["errored", RED],
  ["failed", RED],
  ["overran", RED],
  ["pending", GREY],
  ["paused", GREY],
]);

/** Control characters but newline and tab, separators of lines, and what changes the direction of a text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters.
const COMMANDS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f]/g;

/** A text that cannot command a terminal. What could is written as `\u001b`, which in JSON is the same character. */
export const printable = (text: string): string =>
  text
    .replaceAll("\r\n", "\n")
    .replace(COMMANDS, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);

const onOneLine = (text: string) => printable(text.replace(/\s*\n\s*/g, " "));
const inCell = (text: string) => onOneLine(text).replaceAll("\t", " ");

/** The text of these parts. Its only control characters are newlines, tabs, and our own colors. */
export const render = (parts: Part[], hasColours: boolean): string =>
  parts
    .map((part) => {
      if (typeof part === "string") return printable(part);
      const { text, colour } = part;
      return colour !== undefined && hasColours
        ? `\u001b[${colour}m${printable(text)}\u001b[0m`
        : printable(text);
    })
    .join("");

const hasColours = () => isTerminal() && !process.env.NO_COLOR && process.env.TERM !== "dumb";

/** Whether a person reads what is printed. */
export const isTerminal = (): boolean => process.stdout.isTTY === true;

// All that this program prints goes through here, and a test holds that: much of it was written by others, and a terminal obeys what it reads.
function write(stream: "stdout" | "stderr", parts: Part[]): void {
  writeRaw(stream, render(parts, stream === "stdout" && hasColours()));
}

function writeRaw(stream: "stdout" | "stderr", text: string): void {
  const target = process[stream];
  // No one may be left who reads it.
  if (target.listenerCount("error") === 0) target.on("error", () => {});
  target.write(text);
}

/** Prints lines. What would break a line is written as one. */
export const printLines = (...lines: string[]): void =>
  write("stdout", [lines.map((line) => `${onOneLine(line)}\n`).join("")]);

/** Prints a thing as JSON, on one line unless it is indented. */
export const printJson = (thing: unknown, indent?: number): void =>
  write("stdout", [JSON.stringify(thing, null, indent), "\n"]);

/** Prints what a job has printed: its very characters in a pipe or if `isRaw`, and otherwise such as a terminal may have. */
export function printOutput(text: string, isRaw: boolean): void {
  const whole = text.endsWith("\n") || text === "" ? text : `${text}\n`;
  if (isRaw || !isTerminal()) writeRaw("stdout", whole);
  else write("stdout", [whole]);
}

/** Prints a text of several lines that we have written. */
export const printText = (stream: "stdout" | "stderr", text: string): void => write(stream, [text]);

/** Prints one line on standard error that says what is wrong. */
export const printWarning = (text: string): void => write("stderr", [`tattle: ${onOneLine(text)}\n`]);

/** Asks for something on standard error, and stays on the line. */
export const printQuestion = (text: string): void => write("stderr", [onOneLine(text)]);

/** Prints rows: JSON in a pipe or with `--json`, otherwise a table, or what is said when there are none. */
export function printRows<Row extends object>(
  rows: Row[],
  columns: Column<Row>[],
  { isJson, empty }: { isJson: boolean; empty: string },
): void {
  if (isJson || !isTerminal()) {
    for (const row of rows) printJson(row);
    return;
  }
  if (rows.length === 0) printLines(empty);
  else write("stdout", layTable(rows, columns));
}

/** The rows below their titles, in columns. */
export function layTable<Row>(rows: Row[], columns: Column<Row>[]): Part[] {
  const cells = [
    columns.map(([title]) => title),
    ...rows.map((row) => columns.map(([, value]) => inCell(value(row)))),
  ];
  const widths = columns.map((_, i) => Math.max(...cells.map((line) => line[i]?.length ?? 0)));
  return cells.flatMap((line, at) => {
    const last = line.findLastIndex((cell) => cell !== "");
    const parts = line.slice(0, last + 1).map((cell, i) => ({
      text: i === last ? cell : `${cell.padEnd(widths[i] ?? 0)}  `,
      colour: at === 0 ? BOLD : COLOURS.get(cell),
    }));
    return [...parts, "\n"];
  });
}

export const printPage = (page: Page): void => write("stdout", layPage(page));

/** A title, and below it a line for each field; a value of several lines stays in its column. */
export function layPage({ title, fields }: Page): Part[] {
  const width = Math.max(0, ...fields.map(([name]) => name.length)) + 2;
  return [
    { text: inCell(title), colour: BOLD },
    "\n\n",
    ...fields.flatMap(([name, value]): Part[] => [
      name.padEnd(width),
      { text: printable(value).replaceAll("\n", `\n${" ".repeat(width)}`), colour: COLOURS.get(value) },
      "\n",
    ]),
  ];
}
