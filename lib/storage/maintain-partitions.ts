import { pool, query, type Sql, transaction } from "@/lib/platform/db";
import { retentionStart } from "@/lib/rules/history/retention";
import { listPartitions } from "./list-partitions";
import {
  monthOfPartition,
  PARTITIONED_TABLES,
  type PartitionedTable,
  partitionName,
  startOfMonth,
} from "./months";

/** How many months ahead there are partitions. */
const MONTHS_AHEAD = 3;

/** The id of the advisory lock under which one process at a time changes partitions: “MNTH” in ASCII. */
const LOCK_ID = 0x4d4e5448;

/** How long a change of partitions waits for a lock, because check-ins wait behind it. A later run tries again. */
const LOCK_TIMEOUT_MS = 3_000;

const withPartitionLock = (work: (sql: Sql) => Promise<void>) =>
  transaction(async (sql) => {
    await sql(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await sql("SELECT pg_advisory_xact_lock($1)", [LOCK_ID]);
    await work(sql);
  });

/**
 * Creates the missing partitions from the month of `since` until three months after `now`. Rows of these months move from the
 * default partition into them. Safe to repeat, and safe in several processes at once.
 */
export async function createPartitions(now: Date, since = now): Promise<void> {
  for (const table of PARTITIONED_TABLES) {
    const existing = new Set(await listPartitions(query, table));
    for (
      let month = startOfMonth(since);
      month <= startOfMonth(now, MONTHS_AHEAD);
      month = startOfMonth(month, 1)
    ) {
      if (!existing.has(partitionName(table, month)))
        await withPartitionLock((sql) => createPartition(sql, table, month));
    }
  }
}

async function createPartition(sql: Sql, table: PartitionedTable, month: Date): Promise<void> {
  const name = partitionName(table, month);
  const [{ existing } = { existing: null }] = await sql<{ existing: string | null }>(
    "SELECT to_regclass($1) AS existing",
    [name],
  );
  if (existing) return;
  const from = month.toISOString();
  const to = startOfMonth(month, 1).toISOString();
  await sql(`CREATE TABLE ${name} (LIKE ${table} INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`);
  // No row may be inserted between the move and the attachment.
  await sql(`LOCK TABLE ${table}_default IN ACCESS EXCLUSIVE MODE`);
  await sql(
    `WITH moved AS (DELETE FROM ${table}_default WHERE at >= $1 AND at < $2 RETURNING *)
     INSERT INTO ${name} SELECT * FROM moved`,
    [from, to],
  );
  await sql(`ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM ('${from}') TO ('${to}')`);
}

/** Drops the months that end before the retention period, and old rows of the default partitions. Safe to repeat. */
export async function dropOldPartitions(now: Date): Promise<void> {
  for (const table of PARTITIONED_TABLES) {
    const oldestKept = partitionName(table, startOfMonth(retentionStart(now)));
    const isOld = (name: string) => monthOfPartition(table, name) !== null && name < oldestKept;
    for (const name of (await listPartitions(query, table)).filter(isOld))
      await withPartitionLock(async (sql) => void (await sql(`DROP TABLE IF EXISTS ${name}`)));
    await pool.query(`DELETE FROM ${table}_default WHERE at < $1`, [retentionStart(now)]);
  }
}
