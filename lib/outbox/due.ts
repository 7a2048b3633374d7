import { pool } from "@/lib/platform/db";
import { buildAccountSql } from "./account";
import type { Place } from "./fair-queue";

/** One poll finds at most this many emails and this many deliveries. */
const MAX_ROWS = 5_000;
/** At most this many of them belong to one case or channel, */
const MAX_ROWS_PER_GROUP = 500;
/** and to one channel no more than this if many channels have rows. */
const MIN_ROWS_PER_WEBHOOK = 100;

/** A pending delivery, and how many times its channel has failed since its last success. */
export type DueDelivery = Place & { id: string; failures: number };

/**
 * The rows that are pending and due: emails round-robin over cases, deliveries round-robin over accounts, their cases and
 * their channels, so that none with thousands of rows hides another's. Workers poll this every few seconds, so a lost
 * wake-up loses nothing.
 */
export async function listDue(): Promise<{ emails: { id: string }[]; deliveries: DueDelivery[] }> {
  const emails = await pool.query<{ id: string }>(DUE_EMAILS);
  const deliveries = await pool.query<DueDelivery>(DUE_DELIVERIES);
  return { emails: emails.rows, deliveries: deliveries.rows };
}

const DUE_EMAILS = `
  SELECT id FROM (
    SELECT id, due_at, row_number() OVER (PARTITION BY case_id ORDER BY due_at) AS turn
    FROM emails WHERE sent_at IS NULL AND gave_up_at IS NULL AND held_for IS NULL AND due_at <= now()) AS due
  WHERE turn <= ${MAX_ROWS_PER_GROUP} ORDER BY turn, due_at LIMIT ${MAX_ROWS}`;

const IS_DUE = "accepted_at IS NULL AND gave_up_at IS NULL AND NOT is_held AND due_at <= now()";

// Turns are given to channels first, because there are far fewer of them than rows; then each channel's rows are read from
// an index. `round`: how many channels of the account have a turn before one has its second.
const DUE_DELIVERIES = `
  WITH waiting AS MATERIALIZED (
    SELECT channel_id, min(due_at) AS since FROM deliveries WHERE ${IS_DUE} GROUP BY channel_id),
  in_cases AS MATERIALIZED (
    SELECT w.id, w.case_id, w.failures, since, row_number() OVER (PARTITION BY w.case_id ORDER BY since) AS case_turn
    FROM waiting JOIN channels w ON w.id = channel_id
    -- Its receiver has asked to wait.
    WHERE w.limited_until IS NULL OR w.limited_until <= now()),
  accounts AS MATERIALIZED (
    SELECT case_id, ${buildAccountSql("cases.case_id")} AS account_id FROM (SELECT DISTINCT case_id FROM in_cases) AS cases),
  in_accounts AS MATERIALIZED (
    SELECT in_cases.*, account_id, count(*) OVER (PARTITION BY account_id) AS round,
      row_number() OVER (PARTITION BY account_id ORDER BY case_turn, since) AS turn
    FROM in_cases JOIN accounts USING (case_id) ORDER BY turn, since LIMIT ${MAX_ROWS})
  SELECT due.id, account_id AS "accountId", case_id AS "caseId", w.id AS "channelId", failures
  FROM in_accounts w CROSS JOIN LATERAL (
    SELECT id, due_at, row_number() OVER (ORDER BY due_at) AS number FROM (
      SELECT id, due_at FROM deliveries WHERE channel_id = w.id AND ${IS_DUE} ORDER BY due_at
      LIMIT (SELECT least(${MAX_ROWS_PER_GROUP}, greatest(${MIN_ROWS_PER_WEBHOOK}, ${MAX_ROWS} / count(*))) FROM in_accounts)
    ) AS first) AS due
  ORDER BY turn + (number - 1) * round, due_at LIMIT ${MAX_ROWS}`;

/**
 * When the next pending row is due, by the clock of this process; null if none is pending. In the past while rows wait for
 * their turn.
 */
export async function nextDueAt(now: Date): Promise<Date | null> {
  const { rows } = await pool.query<{ inMs: number | null }>(NEXT_DUE);
  const inMs = rows[0]?.inMs ?? null;
  return inMs === null ? null : new Date(now.getTime() + inMs);
}

// The difference, because due times are the database's and a worker's clock may be wrong.
const NEXT_DUE = `SELECT (extract(epoch FROM least(
  (SELECT min(due_at) FROM emails WHERE sent_at IS NULL AND gave_up_at IS NULL AND held_for IS NULL),
  (SELECT min(due_at) FROM deliveries WHERE accepted_at IS NULL AND gave_up_at IS NULL AND NOT is_held)) - now()) * 1000)::float AS "inMs"`;

/** A delivery with its place; null if it was deleted. */
export async function findDue(id: string): Promise<DueDelivery | null> {
  const { rows } = await pool.query<DueDelivery>(
    `SELECT d.id, ${buildAccountSql("w.case_id")} AS "accountId", w.case_id AS "caseId", w.id AS "channelId", w.failures
     FROM deliveries d JOIN channels w ON w.id = d.channel_id WHERE d.id = $1`,
    [id],
  );
  return rows[0] ?? null;
}
