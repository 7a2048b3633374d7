import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { metrics } from "@/lib/metrics/registry";
import { pool } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { openStore } from "./open-store";
import type { Store } from "./store";
import { backupContents } from "./write";

const DAY_MS = 24 * 60 * 60 * 1_000;

/** "Backup retention of deleted data: 30 days" in the specification. */
const KEPT_MS = 30 * DAY_MS;

/** Nightly means at this hour. */
const HOUR_UTC = 3;

/** Spells BCKP: one process makes a backup at a time. */
const LOCK = 0x42434b50;

const NAME = /^tattle-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.gz$/;

/** Sorts by time. */
export const nameAt = (at: Date) => `tattle-${at.toISOString().slice(0, 19).replace(/[-:]/g, "")}Z.gz`;

/** When the backup of this name was begun; null for a file that is none of ours. */
export function timeOf(name: string): Date | null {
  const [, ...parts] = NAME.exec(name)?.map(Number) ?? [];
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  return parts.length === 0 ? null : new Date(Date.UTC(year, month - 1, day, hour, minute, second));
}

/** The backups of a store, oldest first. */
export const listBackups = async (store: Store) => (await store.list()).filter((name) => timeOf(name)).sort();

/** Writes a backup of the database as it is now, and returns its name. */
export async function createBackup(store: Store, now: Date): Promise<string> {
  const name = nameAt(now);
  const client = await pool.connect();
  const gzip = createGzip();
  try {
    await Promise.all([pipeline(Readable.from(backupContents(client, now)), gzip), store.write(name, gzip)]);
    client.release();
    return name;
  } catch (thrown) {
    // Only the end of the connection ends a copy that nobody reads any more.
    client.release(true);
    gzip.destroy();
    throw thrown;
  }
}

/** Forgets backups that are older than 30 days, but never the newest. */
export async function deleteOldBackups(store: Store, now: Date): Promise<void> {
  const names = await listBackups(store);
  const isOld = (name: string) => now.getTime() - (timeOf(name)?.getTime() ?? Number.NaN) > KEPT_MS;
  for (const name of names.slice(0, -1).filter(isOld)) await store.remove(name);
}

/** The latest instant at which a nightly backup was due. */
export function lastNightlyAt(now: Date): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), HOUR_UTC);
  return new Date(today <= now.getTime() ? today : today - DAY_MS);
}

/**
 * Makes the backup of the latest night, unless there is one, or the database was not there yet. Safe to call at any
 * time and from several workers at once: one of them does it. A night that was slept through is made up for.
 */
export async function backUpNightly(now: Date): Promise<void> {
  if (!env.BACKUPS) return;
  const night = lastNightlyAt(now);
  const store = await openStore();
  const isDone = async () => {
    const newest = timeOf((await listBackups(store)).at(-1) ?? "");
    if (newest) metrics.newestBackup.set(newest.getTime() / 1_000);
    return (newest ?? (await bornAt())) >= night;
  };
  if (await isDone()) return;
  const client = await pool.connect();
  try {
    const { rows } = await client.query("SELECT pg_try_advisory_lock($1) AS taken", [LOCK]);
    if (!rows[0]?.taken) return;
    // Whoever held the lock a moment ago may have done it.
    if (!(await isDone())) {
      const name = await createBackup(store, now);
      await deleteOldBackups(store, now);
      metrics.newestBackup.set(now.getTime() / 1_000);
      log.info({ backup: name, place: store.place }, "a backup is made");
    }
    await client.query("SELECT pg_advisory_unlock($1)", [LOCK]);
  } finally {
    client.release(true);
  }
}

async function bornAt(): Promise<Date> {
  const { rows } = await pool.query<{ at: Date }>("SELECT min(started_at) AS at FROM _prisma_migrations");
  return rows[0]?.at ?? new Date();
}
