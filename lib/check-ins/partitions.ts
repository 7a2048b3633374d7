import { pool, type Sql, transaction } from "@/lib/platform/db";
import { retentionStart } from "@/lib/rules/retention";

/** How many months ahead of time there is a partition. */
const MONTHS_AHEAD = 3;

/** Spells MNTH: one process changes partitions at a time. */
const LOCK = 0x4d4e5448;

/** Check-ins are not kept waiting longer than this for a change of partitions, in milliseconds; it is tried again later. */
const LOCK_TIMEOUT_MS = 3_000;

const monthOf = (at: Date, ahead = 0) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + ahead));
const nameOf = (month: Date) => `check_ins_${month.toISOString().slice(0, 7).replace("-", "_")}`;

const alone = (work: (sql: Sql) => Promise<void>) =>
  transaction(async (sql) => {
    await sql(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await sql("SELECT pg_advisory_xact_lock($1)", [LOCK]);
    await work(sql);
  });

/**
 * Makes the partitions of this month and the next ones where they are missing, and of the months since then if asked.
 * Check-ins that came before their month was made move from the default partition into it. Safe to repeat.
 */
export async function createPartitions(now: Date, since = now): Promise<void> {
  const made = new Set((await listPartitions()).map(({ name }) => name));
  for (let month = monthOf(since); month <= monthOf(now, MONTHS_AHEAD); month = monthOf(month, 1)) {
    if (!made.has(nameOf(month))) await alone((sql) => makePartition(sql, month));
  }
}

async function makePartition(sql: Sql, month: Date): Promise<void> {
  const name = nameOf(month);
  const [{ made } = { made: null }] = await sql<{ made: string | null }>("SELECT to_regclass($1) AS made", [
    name,
  ]);
  if (made) return;
  const from = month.toISOString();
  const to = monthOf(month, 1).toISOString();
  await sql(`CREATE TABLE ${name} (LIKE check_ins INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`);
  // Nothing may come between the move and the attachment.
  await sql("LOCK TABLE check_ins_default IN ACCESS EXCLUSIVE MODE");
  await sql(
    `WITH moved AS (DELETE FROM check_ins_default WHERE at >= $1 AND at < $2 RETURNING *)
     INSERT INTO ${name} SELECT * FROM moved`,
    [from, to],
  );
  await sql(`ALTER TABLE check_ins ATTACH PARTITION ${name} FOR VALUES FROM ('${from}') TO ('${to}')`);
}

/** Drops the months that lie wholly before what is kept. Safe to repeat. */
export async function dropOldPartitions(now: Date): Promise<void> {
  const first = nameOf(monthOf(retentionStart(now)));
  const old = (await listPartitions()).filter(
    ({ name }) => /^check_ins_\d{4}_\d\d$/.test(name) && name < first,
  );
  for (const { name } of old) await alone(async (sql) => void (await sql(`DROP TABLE IF EXISTS ${name}`)));
  await pool.query("DELETE FROM check_ins_default WHERE at < $1", [retentionStart(now)]);
}

async function listPartitions(): Promise<{ name: string }[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     WHERE i.inhparent = 'check_ins'::regclass ORDER BY c.relname`,
  );
  return rows;
}
