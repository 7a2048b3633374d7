import { realpath, stat, statfs } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { NO_NEW_ROWS, wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { pool, type Sql, transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { type DiskSpace, isLow } from "@/lib/rules/disk-space";
import { emailOperator, OPERATOR_URL } from "./email-operator";

/** A folder on a disk, and the space of the disk. */
export type Disk = DiskSpace & { path: string };

/** A worker that has not looked for so long is gone, and its disk is no longer shown. */
const MAX_AGE = "interval '1 day'";

/** The database of `npm start`, which may be a link to another disk. */
const EMBEDDED = "postgres";

/** The disks of the data folder of this process; one, unless the embedded Postgres has another. Empty if the folder does not exist. */
export async function readDisks(folder: string = path.resolve(env.DATA_DIR)): Promise<Disk[]> {
  const disks = new Map<number, Disk>();
  for (const link of [folder, path.join(folder, EMBEDDED)]) {
    const target = await realpath(link).catch(() => null);
    if (target === null) continue;
    const { dev } = await stat(target);
    if (!disks.has(dev)) disks.set(dev, { path: target, ...(await readSpace(target)) });
  }
  return [...disks.values()];
}

/** What processes without special rights can use. */
async function readSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
}

/** The size of the database, without its write-ahead log. */
export async function databaseBytes(): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>(
    "SELECT pg_database_size(current_database()) AS bytes",
  );
  return Number(rows[0]?.bytes);
}

/**
 * Notes how full the disks of this worker are. The operator gets one email when the first of all disks is almost full, and the next only
 * after none was. Safe to run late, twice and in several workers at once.
 */
export async function watchDisks(now: Date, disks?: Disk[], host: string = hostname()): Promise<void> {
  const read = disks ?? (await readDisks());
  const full = read.filter(({ sizeBytes }) => sizeBytes > 0);
  wakeWorkersLater(
    await transaction(async (sql) => {
      // Two disks that get full at the same moment are one email.
      await sql("LOCK TABLE disks IN SHARE ROW EXCLUSIVE MODE");
      await sql(`DELETE FROM disks WHERE checked_at < $1::timestamptz - ${MAX_AGE}`, [now]);
      const before = await listLow(sql);
      for (const disk of full) await save(sql, host, disk, isLow(disk, before.has(keyOf(host, disk))), now);
      const low = full.find((disk) => isLow(disk, false));
      if (before.size > 0 || !low) return NO_NEW_ROWS;
      return emailOperator(sql, { kind: "disk_low", facts: { ...low, host, url: OPERATOR_URL } });
    }),
  );
}

const keyOf = (host: string, { path }: { path: string }) => `${host} ${path}`;

async function listLow(sql: Sql): Promise<Set<string>> {
  const rows = await sql<{ host: string; path: string }>(
    "SELECT host, path FROM disks WHERE low_since IS NOT NULL",
  );
  return new Set(rows.map(({ host, path }) => keyOf(host, { path })));
}

const save = (sql: Sql, host: string, disk: Disk, low: boolean, now: Date) =>
  sql(
    `INSERT INTO disks (host, path, free_bytes, size_bytes, checked_at, low_since)
     VALUES ($1, $2, $3, $4, $5::timestamptz, CASE WHEN $6 THEN $5::timestamptz END)
     ON CONFLICT (host, path) DO UPDATE SET free_bytes = $3, size_bytes = $4, checked_at = $5::timestamptz,
       low_since = CASE WHEN $6 THEN coalesce(disks.low_since, $5::timestamptz) END`,
    [host, disk.path, disk.freeBytes, disk.sizeBytes, now, low],
  );
