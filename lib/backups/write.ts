import type { ClientBase } from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { Sql } from "@/lib/platform/db";
import { listPartitions } from "@/lib/storage/list-partitions";
import { monthOfPartition, PARTITIONED_TABLES } from "@/lib/storage/months";
import packageJson from "@/package.json" with { type: "json" };
import { columnList, listTables, quoteName } from "./tables";

/** The first line of a backup, as JSON. */
export type Header = {
  tattle: 1;
  version: string;
  at: string;
  /** The names of the migrations that were applied to the database. */
  migrations: string[];
  /** The months for which a table has a partition. */
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
  const { rows } = await client.query<{ name: string }>(
    `SELECT migration_name AS name FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1`,
  );
  const migrations = rows.map(({ name }) => name);
  const months = await listMonths(client);
  return { tattle: 1, version: packageJson.version, at: now.toISOString(), migrations, months };
}

async function listMonths(client: ClientBase): Promise<string[]> {
  const sql: Sql = async (text, values) => (await client.query(text, values)).rows;
  const months = new Set<string>();
  for (const table of PARTITIONED_TABLES)
    for (const name of await listPartitions(sql, table)) {
      const month = monthOfPartition(table, name);
      if (month) months.add(month);
    }
  return [...months].sort();
}
