import type { ClientBase } from "pg";
import { to as copyTo } from "pg-copy-streams";
import packageJson from "@/package.json" with { type: "json" };
import { columnList, listTables, nameInSql } from "./tables";

/** The first line of a backup. */
export type Header = {
  tattle: 1;
  version: string;
  at: string;
  /** Those that the database had been through: its shape. */
  migrations: string[];
  /** The months that have a partition of check-ins. */
  months: string[];
};

/** Stands after the rows of a table. Postgres escapes backslashes, so no row looks like it. */
export const END_OF_ROWS = "\\.\n";

const line = (facts: object) => Buffer.from(`${JSON.stringify(facts)}\n`);

/**
 * The whole database as it is at one moment, whatever is written meanwhile: a line about it, then for each table a line
 * with its columns and its rows as COPY writes them, and a last line by which a file that was cut short is recognised.
 * Holds up nobody's writing, but keeps the client in a transaction until it is read to its end.
 */
export async function* backupContents(client: ClientBase, now: Date): AsyncGenerator<Buffer> {
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  try {
    yield line(await headerOf(client, now));
    let rows = 0;
    for (const { name, columns } of await listTables(client)) {
      yield line({ table: name, columns });
      const copy = client.query(
        copyTo(`COPY (SELECT ${columnList(columns)} FROM ${nameInSql(name)}) TO STDOUT`),
      );
      for await (const chunk of copy) yield chunk as Buffer;
      yield Buffer.from(END_OF_ROWS);
      rows += copy.rowCount;
    }
    yield line({ end: true, rows });
  } finally {
    await client.query("ROLLBACK");
  }
}

async function headerOf(client: ClientBase, now: Date): Promise<Header> {
  const names = async (sql: string) =>
    (await client.query<{ name: string }>(sql)).rows.map(({ name }) => name);
  const migrations = await names(
    `SELECT migration_name AS name FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1`,
  );
  const months = await names(
    `SELECT replace(substr(c.relname, 11), '_', '-') AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     WHERE i.inhparent = 'check_ins'::regclass AND c.relname ~ '^check_ins_\\d{4}_\\d\\d$' ORDER BY 1`,
  );
  return { tattle: 1, version: packageJson.version, at: now.toISOString(), migrations, months };
}
