import type { Sql } from "@/lib/platform/db";
import type { PartitionedTable } from "./months";

/** The names of a table's partitions; none if the table does not exist. */
export async function listPartitions(sql: Sql, table: PartitionedTable): Promise<string[]> {
  const rows = await sql<{ name: string }>(
    `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     WHERE i.inhparent = to_regclass($1) ORDER BY c.relname`,
    [table],
  );
  return rows.map(({ name }) => name);
}
