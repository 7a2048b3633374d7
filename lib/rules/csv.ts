/** What a spreadsheet may run: a cell that begins like a formula, perhaps after white space, or with a wide form of its first character. */
const FORMULA = /^[\s\p{Cc}]*[=+\-@|%＝＋－＠]|^[\t\r\n]/u;

/** A text as a cell of CSV. An apostrophe makes a text of what would be a formula. */
export const csvCell = (text: string): string =>
  `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** Any value of JSON as a cell of CSV: a list or an object as JSON, and null as an empty cell. */
export function csvValue(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return csvCell(value);
  return typeof value === "object" ? csvCell(JSON.stringify(value)) : String(value);
}
