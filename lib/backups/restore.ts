import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type { ClientBase } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { z } from "zod";
import { CANARY } from "@/lib/metrics/canary";
import { isConnectionError } from "@/lib/platform/db-errors";
import { PARTITIONED_TABLES, partitionName, startOfMonth } from "@/lib/storage/months";
import { BackupReader } from "./read";
import { columnList, listTables, quoteName } from "./tables";

const header = z.object({
  tattle: z.literal(1),
  version: z.string(),
  at: z.iso.datetime().transform((text) => new Date(text)),
  migrations: z.array(z.string()),
  months: z.array(z.string().regex(/^\d{4}-\d\d$/)),
});
const tableOrEndLine = z.union([
  z.object({ table: z.string(), columns: z.array(z.string()) }),
  z.object({ end: z.literal(true), rows: z.number() }),
]);

export type Restored = { at: Date; version: string; rows: number };

/** A row with an output can have 2 MB, which small chunks would fill slowly. */
const CHUNK_BYTES = 256 * 1024;

/** The backup was not restored. The message says why. */
export class RestoreError extends Error {
  override readonly name = "RestoreError";
}

/**
 * Restores a backup into an empty database, completely or not at all. `migrateTo` must apply exactly these migrations, which
 * are those of the backup; afterwards the caller applies newer ones. Throws `RestoreError` if the database is not empty or
 * the backup is damaged.
 */
export async function restore(
  client: ClientBase,
  openBackup: () => Promise<Readable>,
  migrateTo: (migrations: string[]) => Promise<unknown>,
): Promise<Restored> {
  const first = await openBackup();
  const { migrations } = await readHeader(openReader(first));
  first.destroy();
  await clearUnused(client);
  await migrateTo(migrations);
  // A bucket closes a connection that is idle for as long as migrating takes.
  const reader = openReader(await openBackup());
  const { at, version, months } = await readHeader(reader);
  await client.query("BEGIN");
  try {
    const tables = new Set((await listTables(client)).map(({ name }) => name));
    for (const month of months) await createPartitions(client, month, tables);
    const rows = await copyRows(client, reader, tables);
    await client.query("COMMIT");
    await client.query("ANALYZE");
    return { at, version, rows };
  } catch (error) {
    await client.query("ROLLBACK");
    if (error instanceof RestoreError || isConnectionError(error)) throw error;
    const { message } = error as Error;
    throw new RestoreError(`The backup is damaged, and nothing was restored: ${message}.`, { cause: error });
  }
}

function openReader(backup: Readable) {
  return new BackupReader(backup.pipe(forwardErrors(backup, createGunzip({ chunkSize: CHUNK_BYTES }))));
}

async function readHeader(reader: BackupReader) {
  const result = header.safeParse(await reader.readLine().catch(() => null));
  if (!result.success)
    throw new RestoreError("This file is not a backup of Tattle, or its beginning is damaged.");
  return result.data;
}

/** `pipe` does not forward errors. */
function forwardErrors<Target extends { destroy: (error: Error) => unknown }>(
  from: Readable,
  to: Target,
): Target {
  from.once("error", (error) => to.destroy(error));
  return to;
}

/** Tables that get rows although no one uses the installation. */
const WRITTEN_BY_STARTING = ["listeners", "set_up_codes", "silence_reports"];

/** Empties a database that was migrated but never used. Throws `RestoreError` and changes nothing if it was used. */
async function clearUnused(client: ClientBase): Promise<void> {
  const tables = await listTables(client);
  if (tables.length === 0) return;
  await client.query("BEGIN");
  try {
    // Processes that ran for a moment have created the canary, a listener and a set-up code, which do not count as use.
    if (tables.some(({ name }) => name === "cases"))
      await client.query("DELETE FROM cases WHERE id = $1", [CANARY.caseId]);
    for (const { name } of tables)
      if (WRITTEN_BY_STARTING.includes(name)) await client.query(`DELETE FROM ${name}`);
    for (const { name } of tables) await assertEmpty(client, name);
    await client.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}

async function assertEmpty(client: ClientBase, table: string): Promise<void> {
  const { rowCount } = await client.query(`SELECT FROM ${quoteName(table)} LIMIT 1`);
  if (rowCount)
    throw new RestoreError(
      `The database is not empty: its table “${table}” has rows. Restore into an empty database, or set DATA_DIR to a new folder.`,
    );
}

async function copyRows(client: ClientBase, reader: BackupReader, tables: Set<string>): Promise<number> {
  for (let rows = 0; ; ) {
    const line = tableOrEndLine.parse(await reader.readLine());
    if ("end" in line) {
      if (line.rows !== rows)
        throw new RestoreError(`The backup is damaged: it should have ${line.rows} rows, but has ${rows}.`);
      return rows;
    }
    if (!tables.has(line.table)) throw new Error(`The backup contains an unknown table: ${line.table}`);
    const into = `${quoteName(line.table)} (${columnList(line.columns)})`;
    const copy = client.query(copyFrom(`COPY ${into} FROM STDIN`));
    await pipeline(Readable.from(reader.readRows()), copy);
    rows += copy.rowCount;
  }
}

/** Creates the partitions of a month. Without them, its rows would go to the default partitions. */
async function createPartitions(client: ClientBase, month: string, tables: Set<string>): Promise<void> {
  const from = new Date(`${month}-01T00:00Z`);
  // Backups of earlier versions have no runs.
  for (const table of PARTITIONED_TABLES.filter((name) => tables.has(name)))
    await client.query(
      `CREATE TABLE IF NOT EXISTS ${partitionName(table, from)} PARTITION OF ${table}
       FOR VALUES FROM ('${from.toISOString()}') TO ('${startOfMonth(from, 1).toISOString()}')`,
    );
}
