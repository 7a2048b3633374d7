import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { metrics } from "@/lib/metrics/registry";
import { pool } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { DAY_MS } from "@/lib/rules/durations";
import type { Store } from "@/lib/storage/store";
import { openStore } from "./open-store";
import { backupContents } from "./write";

/** "Backup retention of deleted data: 30 days" in the specification. */
const RETENTION_MS = 30 * DAY_MS;

/** The hour at which nightly backups are due. */
const NIGHTLY_HOUR_UTC = 3;

/** "BCKP": the advisory lock that lets only one process make a backup at a time. */
const LOCK_ID = 0x42434b50;

const BACKUP_NAME = /^tattle-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.gz$/;

/** The name of a backup that was begun at this time. Names sort by time. */
export const nameAt = (at: Date) => `tattle-${at.toISOString().slice(0, 19).replace(/[-:]/g, "")}Z.gz`;

/** When the backup of this name was begun; null if the name is not one of a backup. */
export function parseBackupTime(name: string): Date | null {
  const [, ...parts] = BACKUP_NAME.exec(name)?.map(Number) ?? [];
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  return parts.length === 0 ? null : new Date(Date.UTC(year, month - 1, day, hour, minute, second));
}

/** The names of the backups in a store, oldest first. */
export const listBackups = async (store: Store) =>
  (await store.list()).filter((name) => parseBackupTime(name)).sort();

/** Writes a backup of the database as it is now, and returns its name. */
export async function createBackup(store: Store, now: Date): Promise<string> {
  const name = nameAt(now);
  const client = await pool.connect();
  const gzip = createGzip();
  try {
    await Promise.all([pipeline(Readable.from(backupContents(client, now)), gzip), store.write(name, gzip)]);
    client.release();
    return name;
  } catch (error) {
    // The COPY cannot be stopped, so its connection is closed.
    client.release(true);
    gzip.destroy();
    throw error;
  }
}

/** Deletes backups that are older than 30 days, but never the newest one. */
export async function deleteOldBackups(store: Store, now: Date): Promise<void> {
  const names = await listBackups(store);
  const isOld = (name: string) =>
    now.getTime() - (parseBackupTime(name)?.getTime() ?? Number.NaN) > RETENTION_MS;
  for (const name of names.slice(0, -1).filter(isOld)) await store.remove(name);
}

/** When the most recent nightly backup was due. */
export function lastNightlyAt(now: Date): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), NIGHTLY_HOUR_UTC);
  return new Date(today <= now.getTime() ? today : today - DAY_MS);
}

/**
 * Makes the most recent nightly backup, unless it exists or was due before the database was created. Idempotent, also
 * with several workers at the same time. A backup that was due while no worker ran is made at the next call.
 */
export async function backUpNightly(now: Date): Promise<void> {
  if (!env.BACKUPS) return;
  const dueAt = lastNightlyAt(now);
  const store = await openStore();
  const isDone = async () => {
    const newest = parseBackupTime((await listBackups(store)).at(-1) ?? "");
    if (newest) metrics.newestBackup.set(newest.getTime() / 1_000);
    return (newest ?? (await databaseCreatedAt())) >= dueAt;
  };
  if (await isDone()) return;
  const client = await pool.connect();
  try {
    // The lock of a transaction: PgBouncer may give the next statement outside one to another connection.
    await client.query("BEGIN");
    const { rows } = await client.query("SELECT pg_try_advisory_xact_lock($1) AS locked", [LOCK_ID]);
    if (!rows[0]?.locked) return;
    // Another worker may have made it before this one got the lock.
    if (!(await isDone())) {
      const name = await createBackup(store, now);
      await deleteOldBackups(store, now);
      metrics.newestBackup.set(now.getTime() / 1_000);
      log.info({ backup: name, place: store.location }, "backup made");
    }
    await client.query("COMMIT");
  } finally {
    client.release(true);
  }
}

async function databaseCreatedAt(): Promise<Date> {
  const { rows } = await pool.query<{ at: Date }>("SELECT min(started_at) AS at FROM _prisma_migrations");
  return rows[0]?.at ?? new Date();
}
