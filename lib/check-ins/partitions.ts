import { pool, type Sql, transaction } from "@/lib/platform/db";
import { retentionStart } from "@/lib/rules/retention";

/** For how many months after the current one there is a partition. */
const MONTHS_AHEAD = 3;

/** The id of the advisory lock under which one process at a time changes partitions: “MNTH” in ASCII. */
const LOCK_ID = 0x4d4e5448;

/** How long a change of partitions waits for a lock, because check-ins wait behind it. A later run tries again. */
const LOCK_TIMEOUT_MS = 3_000;

const monthOf = (at: Date, ahead = 0) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + ahead));
const nameOf = (month: Date) => `check_ins_${month.toISOString().slice(0, 7).replace("-", "_")}`;

const withPartitionLock = (work: (sql: Sql) => Promise<void>) =>
  transaction(async (sql) => {
    await sql(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await sql("SELECT pg_advisory_xact_lock($1)", [LOCK_ID]);
    await work(sql);
  });

/**
 * Creates the missing partitions from the month of `since` until three months after `now`. Check-ins of these months move
 * from the default partition into them. Safe to repeat, and safe in several processes at once.
 */
export async function createPartitions(now: Date, since = now): Promise<void> {
  const existing = new Set((await listPartitions()).map(({ name }) => name));
  for (let month = monthOf(since); month <= monthOf(now, MONTHS_AHEAD); month = monthOf(month, 1)) {
    if (!existing.has(nameOf(month))) await withPartitionLock((sql) => createPartition(sql, month));
  }
}

async function createPartition(sql: Sql, month: Date): Promise<void> {
  const name = nameOf(month);
  const [{ existing } = { existing: null }] = await sql<{ existing: string | null }>(
    "SELECT to_regclass($1) AS existing",
    [name],
  );
  if (existing) return;
  const from = month.toISOString();
  const to = monthOf(month, 1).toISOString();
  await sql(`CREATE TABLE ${name} (LIKE check_ins INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`);
  // No check-in may be inserted between the move and the attachment.
  await sql("LOCK TABLE check_ins_default IN ACCESS EXCLUSIVE MODE");
  await sql(
    `WITH moved AS (DELETE FROM check_ins_default WHERE at >= $1 AND at < $2 RETURNING *)
     INSERT INTO ${name} SELECT * FROM moved`,
    [from, to],
  );
  await sql(`ALTER TABLE check_ins ATTACH PARTITION ${name} FOR VALUES FROM ('${from}') TO ('${to}')`);
}

/** Drops the months that end before the retention period, and old rows of the default partition. Safe to repeat. */
export async function dropOldPartitions(now: Date): Promise<void> {
  const oldestKept = nameOf(monthOf(retentionStart(now)));
  const old = (await listPartitions()).filter(
    ({ name }) => /^check_ins_\d{4}_\d\d$/.test(name) && name < oldestKept,
  );
  for (const { name } of old)
    await withPartitionLock(async (sql) => void (await sql(`DROP TABLE IF EXISTS ${name}`)));
  await pool.query("DELETE FROM check_ins_default WHERE at < $1", [retentionStart(now)]);
}

async function listPartitions(): Promise<{ name: string }[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     WHERE i.inhparent = 'check_ins'::regclass ORDER BY c.relname`,
  );
  return rows;
}
