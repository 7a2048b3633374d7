import { type Column, decoded, listLiteral, rowsFrom } from "./columns";
import type { Sql } from "./db";

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
