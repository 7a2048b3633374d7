import type { ClientBase } from "pg";

/** A table, its columns, and the tables that its foreign keys refer to. */
export type Table = { name: string; columns: string[]; refersTo: string[] };

/** Tables about the current installation and its running processes, which would be wrong after a restore, and what is counted again. */
const EXCLUDED = [
  "_prisma_migrations",
  "audit_webhook",
  "day_counts",
  "disks",
  "journals",
  "past_changes",
  "recorders",
  "recurring_jobs",
];

// Unlogged tables are left out because a crash empties them, and partitions because their table includes their rows.
const TABLES = `
  SELECT c.relname AS name,
    (SELECT json_agg(attname ORDER BY attnum) FROM pg_attribute
     WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns,
    (SELECT coalesce(json_agg(DISTINCT other.relname), '[]') FROM pg_constraint
     JOIN pg_class other ON other.oid = confrelid
     WHERE conrelid = c.oid AND contype = 'f' AND confrelid <> c.oid AND conparentid = 0) AS "refersTo"
  FROM pg_class c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relpersistence = 'p'
    AND NOT c.relispartition AND c.relname <> ALL ($1)
  ORDER BY c.relname`;

/** The tables to back up, each after those that it refers to. The tables of the queue are left out. */
export async function listTables(client: ClientBase): Promise<Table[]> {
  return sortByReference((await client.query<Table>(TABLES, [EXCLUDED])).rows);
}

/** Sorts the tables so that each comes after those that it refers to. */
function sortByReference(tables: Table[]): Table[] {
  const sorted: Table[] = [];
  for (let remaining = tables; remaining.length > 0; ) {
    const names = new Set(remaining.map(({ name }) => name));
    const ready = remaining.filter(({ refersTo }) => !refersTo.some((name) => names.has(name)));
    if (ready.length === 0) throw new Error(`These tables refer to each other: ${[...names].join(", ")}.`);
    sorted.push(...ready);
    remaining = remaining.filter((table) => !ready.includes(table));
  }
  return sorted;
}

/** A name of a table or column, quoted for SQL. */
export const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** The columns of a table, as a list for COPY and SELECT. */
export const columnList = (columns: string[]) => columns.map(quoteName).join(", ");
