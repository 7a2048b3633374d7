import type { ClientBase } from "pg";
import { to as copyTo } from "pg-copy-streams";
import packageJson from "@/package.json" with { type: "json" };
import { columnList, listTables, quoteName } from "./tables";

/** The first line of a backup, as JSON. */
export type Header = {
  tattle: 1;
  version: string;
  at: string;
  /** The names of the migrations that were applied to the database. */
  migrations: string[];
  /** The months that have a partition of check-ins. */
  months: string[];
};

/** Ends the rows of a table. Postgres escapes backslashes, so no row can look like it. */
export const END_OF_ROWS = "\\.\n";

const line = (value: object) => Buffer.from(`${JSON.stringify(value)}\n`);

/**
 * A consistent snapshot of the whole database:
 * - the header line;
 * - for each table a line with its columns, then its rows as COPY writes them;
 * - a last line with the number of rows, so that a file that was cut short is recognised.
 *
 * It does not block writes. The client stays in a transaction until the generator has ended.
 */
export async function* backupContents(client: ClientBase, now: Date): AsyncGenerator<Buffer> {
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  try {
    yield line(await readHeader(client, now));
    let rows = 0;
    for (const { name, columns } of await listTables(client)) {
      yield line({ table: name, columns });
      const copy = client.query(
        copyTo(`COPY (SELECT ${columnList(columns)} FROM ${quoteName(name)}) TO STDOUT`),
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

async function readHeader(client: ClientBase, now: Date): Promise<Header> {
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
