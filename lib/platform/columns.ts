import type { Sql } from "./db";

/**
 * The type of a column in a set-based statement. Times are sent as seconds, and number lists and bytes as text: both are faster.
 * `time or now`: null represents the database's time.
 */
export type ColumnType =
  | "uuid"
  | "text"
  | "int"
  | "bool"
  | "time"
  | "time or now"
  | "float"
  | "json"
  | "numbers"
  | "base64"
  | `enum ${string}`;

/** A column, its type, and its value in a row. */
export type Column<Row> = [column: string, type: ColumnType, value: (row: Row) => unknown];

type Value = string | number | boolean | null;

const plainList = (values: Value[]) => `{${values.map((value) => value ?? "NULL").join(",")}}`;

const quoteText = (text: Value) => {
  if (typeof text !== "string") return text ?? "NULL";
  return `"${/["\\]/.test(text) ? text.replace(/["\\]/g, "\\$&") : text}"`;
};
const textList = (texts: Value[]) => `{${texts.map(quoteText).join(",")}}`;

const isTime = (type: ColumnType) => type === "time" || type === "time or now";

const toSeconds = (at: Date | null) => at && at.getTime() / 1_000;

/**
 * The values of a column as one Postgres array literal. The client library's own array encoding is slower: it costs a
 * batch of check-ins more time than the rules.
 */
export function listLiteral(type: ColumnType, values: unknown[]): string {
  if (isTime(type)) return plainList((values as (Date | null)[]).map(toSeconds));
  // As a text in JSON: what has to be escaped in a list is escaped there alike, because JSON has no control characters.
  if (type === "json")
    return plainList(values.map((value) => (value === null ? null : JSON.stringify(JSON.stringify(value)))));
  if (type === "numbers") return textList((values as number[][]).map((numbers) => `{${numbers.join(",")}}`));
  return type === "text" || type === "base64" ? textList(values as Value[]) : plainList(values as Value[]);
}

/** The element type of the array that carries a column. */
function elementType(type: ColumnType): string {
  if (isTime(type) || type === "float") return "float8";
  return ["json", "numbers", "base64"].includes(type) || type.startsWith("enum ") ? "text" : type;
}

/** The SQL expression that converts an element of the array to the column's value. */
export function decoded(element: string, type: ColumnType): string {
  if (type === "time") return `to_timestamp(${element})`;
  if (type === "time or now") return `coalesce(to_timestamp(${element}), now())`;
  if (type === "json") return `${element}::jsonb`;
  if (type === "numbers") return `${element}::float8[]`;
  if (type === "base64") return `decode(${element}, 'base64')`;
  return type.startsWith("enum ") ? `${element}::${type.slice("enum ".length)}` : element;
}

/** `unnest($1::uuid[], …) AS n("id", …)`: the rows of a statement whose parameters, from `$1` on, are these columns. */
export function rowsFrom(
  columns: readonly (readonly [column: string, type: ColumnType, ...rest: unknown[]])[],
): string {
  const lists = columns.map(([, type], i) => `$${i + 1}::${elementType(type)}[]`);
  return `unnest(${lists.join(", ")}) AS n(${columns.map(([column]) => `"${column}"`).join(", ")})`;
}

/**
 * The SQL that selects a column of a table under the name of a property. Times are selected as milliseconds, which are
 * parsed many times faster than dates: `readTimes` makes dates of them.
 */
export function selected(table: string, property: string, column: string, type: ColumnType): string {
  if (type === "time") return `round(date_part('epoch', ${table}.${column}) * 1000) AS "${property}"`;
  return `${table}.${column}${type.startsWith("enum ") ? "::text" : ""} AS "${property}"`;
}

/** Makes dates of these properties of a row that was selected by `selected`, in place. */
export function readTimes(row: Record<string, unknown>, properties: string[]): void {
  for (const property of properties) {
    const atMs = row[property];
    row[property] = typeof atMs === "number" ? new Date(atMs) : null;
  }
}

/** Inserts the rows in one statement; a no-op if there are none. `clause` is appended, for example `ON CONFLICT …`. */
export async function insertMany<Row, Returned extends Record<string, unknown> = never>(
  sql: Sql,
  table: string,
  columns: Column<Row>[],
  rows: Row[],
  clause = "",
): Promise<Returned[]> {
  if (rows.length === 0) return [];
  const names = columns.map(([column]) => `"${column}"`).join(", ");
  const values = columns.map(([column, type]) => decoded(`n."${column}"`, type)).join(", ");
  return sql<Returned>(
    `INSERT INTO ${table} (${names}) SELECT ${values} FROM ${rowsFrom(columns)} ${clause}`,
    columns.map(([, type, value]) => listLiteral(type, rows.map(value))),
  );
}
