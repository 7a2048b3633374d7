import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type { ClientBase } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { z } from "zod";
import { CANARY } from "@/lib/canary/canary";
import { isConnectionError } from "@/lib/platform/db-errors";
import { Parts } from "./parts";
import { columnList, listTables, nameInSql } from "./tables";

const header = z.object({
  tattle: z.literal(1),
  version: z.string(),
  at: z.iso.datetime().transform((text) => new Date(text)),
  migrations: z.array(z.string()),
  months: z.array(z.string().regex(/^\d{4}-\d\d$/)),
});
const tableOrEnd = z.union([
  z.object({ table: z.string(), columns: z.array(z.string()) }),
  z.object({ end: z.literal(true), rows: z.number() }),
]);

export type Restored = { at: Date; version: string; rows: number };

/** Why a backup was not restored, in words for the operator. */
export class NotRestored extends Error {}

/**
 * Fills an empty database from a backup: all of it, or nothing. `migrateTo` brings the database to exactly these
 * migrations, those that the backup was made under; the caller migrates on from there.
 */
export async function restore(
  client: ClientBase,
  backup: Readable,
  migrateTo: (migrations: string[]) => Promise<unknown>,
): Promise<Restored> {
  const file = new Parts(backup.pipe(passErrors(backup, createGunzip())));
  const { at, version, migrations, months } = await beginningOf(file);
  await clear(client);
  await migrateTo(migrations);
  await client.query("BEGIN");
  try {
    for (const month of months) await makeMonth(client, month);
    const rows = await copyRows(client, file);
    await client.query("COMMIT");
    await client.query("ANALYZE");
    return { at, version, rows };
  } catch (thrown) {
    await client.query("ROLLBACK");
    if (thrown instanceof NotRestored || isConnectionError(thrown)) throw thrown;
    const { message } = thrown as Error;
    throw new NotRestored(`The backup is damaged, and nothing of it was restored: ${message}.`, {
      cause: thrown,
    });
  }
}

async function beginningOf(file: Parts) {
  const read = header.safeParse(await file.line().catch(() => null));
  if (!read.success)
    throw new NotRestored("This file is no backup of Tattle, or is damaged at its beginning.");
  return read.data;
}

/** Errors do not travel along a pipe by themselves. */
function passErrors<Next extends { destroy: (fault: Error) => unknown }>(from: Readable, to: Next): Next {
  from.once("error", (fault) => to.destroy(fault));
  return to;
}

/** Makes way in a database that was set up but never used. One with anything in it is left as it is. */
async function clear(client: ClientBase): Promise<void> {
  const tables = await listTables(client);
  if (tables.length === 0) return;
  await client.query("BEGIN");
  try {
    // A worker that ran for a moment has made its canary, which is nobody's use.
    if (tables.some(({ name }) => name === "cases"))
      await client.query("DELETE FROM cases WHERE id = $1", [CANARY.caseId]);
    for (const { name } of tables) await refuseRows(client, name);
    await client.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
    await client.query("COMMIT");
  } catch (thrown) {
    await client.query("ROLLBACK");
    throw thrown;
  }
}

async function refuseRows(client: ClientBase, table: string): Promise<void> {
  const { rowCount } = await client.query(`SELECT FROM ${nameInSql(table)} LIMIT 1`);
  if (rowCount)
    throw new NotRestored(
      `The database is not empty: its table “${table}” has rows. Restore into a new one, or set DATA_DIR to a new folder.`,
    );
}

async function copyRows(client: ClientBase, file: Parts): Promise<number> {
  const known = new Set((await listTables(client)).map(({ name }) => name));
  for (let rows = 0; ; ) {
    const part = tableOrEnd.parse(await file.line());
    if ("end" in part) {
      if (part.rows !== rows)
        throw new NotRestored(`The backup should have ${part.rows} rows, but has ${rows}: it is damaged.`);
      return rows;
    }
    if (!known.has(part.table)) throw new Error(`The backup has a table that nobody knows: ${part.table}.`);
    const into = `${nameInSql(part.table)} (${columnList(part.columns)})`;
    const copy = client.query(copyFrom(`COPY ${into} FROM STDIN`));
    await pipeline(Readable.from(file.rows()), copy);
    rows += copy.rowCount;
  }
}

/** New ones would all go into the partition for those that have no month. */
async function makeMonth(client: ClientBase, month: string): Promise<void> {
  const from = new Date(`${month}-01T00:00Z`);
  const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1));
  await client.query(
    `CREATE TABLE IF NOT EXISTS check_ins_${month.replace("-", "_")} PARTITION OF check_ins
     FOR VALUES FROM ('${from.toISOString()}') TO ('${to.toISOString()}')`,
  );
}
