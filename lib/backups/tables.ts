import type { ClientBase } from "pg";

export type Table = { name: string; columns: string[]; needs: string[] };

/** Says which processes of the present hold a journal: it would be wrong of any other time. */
const OF_THE_MOMENT = ["_prisma_migrations", "journals"];

// An unlogged table may be forgotten at any time, and a partition belongs to the table that it is a part of.
const TABLES = `
  SELECT c.relname AS name,
    (SELECT json_agg(attname ORDER BY attnum) FROM pg_attribute
     WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns,
    (SELECT coalesce(json_agg(DISTINCT other.relname), '[]') FROM pg_constraint
     JOIN pg_class other ON other.oid = confrelid
     WHERE conrelid = c.oid AND contype = 'f' AND confrelid <> c.oid AND conparentid = 0) AS needs
  FROM pg_class c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relpersistence = 'p'
    AND NOT c.relispartition AND c.relname <> ALL ($1)
  ORDER BY c.relname`;

/** The tables whose rows make up the installation, each after those that it refers to. The queue's are not among them. */
export async function listTables(client: ClientBase): Promise<Table[]> {
  return inOrder((await client.query<Table>(TABLES, [OF_THE_MOMENT])).rows);
}

/** Puts each after those that it needs. */
export function inOrder(tables: Table[]): Table[] {
  const ordered: Table[] = [];
  for (let left = tables; left.length > 0; ) {
    const missing = new Set(left.map(({ name }) => name));
    const ready = left.filter(({ needs }) => !needs.some((name) => missing.has(name)));
    if (ready.length === 0) throw new Error(`These tables need each other: ${[...missing].join(", ")}.`);
    ordered.push(...ready);
    left = left.filter((table) => !ready.includes(table));
  }
  return ordered;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** The columns of a table as COPY and SELECT take them. */
export const columnList = (columns: string[]) => columns.map(quoted).join(", ");

export const nameInSql = quoted;
