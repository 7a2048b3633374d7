import type { EmailMessage } from "@/lib/mail/mail";
import {
  type AttemptResult,
  internalError,
  type Lease,
  leaseRows,
  recordAttempts,
} from "@/lib/outbox/attempt";
import { pool, transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/new-id";
import { renderEmails } from "./render";

/** Messages to send in one request, and the leases of those that this worker may attempt. */
export type EmailBatch = { id: string; messages: EmailMessage[]; leases: Lease[] };

/**
 * Leases the given emails in batches, as far as they are pending and due. Emails that were part of an earlier request form
 * the same batch again; all others form one new batch. A batch is leased only after the previous one was processed.
 */
export async function* nextBatches(ids: string[], usesIdempotencyKeys: boolean): AsyncGenerator<EmailBatch> {
  const batches = await findSavedBatches(ids);
  for (const { id, messages, emailIds } of batches) {
    const leases = await leaseRows("email", emailIds);
    if (leases.length > 0) yield { id, messages, leases };
  }
  const inSavedBatch = new Set(batches.flatMap(({ emailIds }) => emailIds));
  const rest = ids.filter((id) => !inSavedBatch.has(id));
  const batch = rest.length > 0 ? await newBatch(rest, usesIdempotencyKeys) : null;
  if (batch) yield batch;
}

type SavedBatch = { id: string; messages: EmailMessage[]; emailIds: string[] };

async function findSavedBatches(ids: string[]): Promise<SavedBatch[]> {
  const { rows } = await pool.query<SavedBatch>(
    `SELECT b.id, b.content AS messages, array_agg(e.id) AS "emailIds"
     FROM email_batches b JOIN emails e ON e.batch_id = b.id
     WHERE b.id IN (SELECT batch_id FROM emails WHERE id = ANY($1::uuid[])) GROUP BY b.id`,
    [ids],
  );
  return rows;
}

/** Null if there is nothing to send, or if another worker took one of the emails. */
async function newBatch(ids: string[], usesIdempotencyKeys: boolean): Promise<EmailBatch | null> {
  const leased = await withoutExpired(await leaseRows("email", ids));
  const messages = leased.length > 0 ? await renderEmails(leased.map(({ id }) => id)) : [];
  const rendered = new Set(messages.map(({ id }) => id));
  const leases = leased.filter(({ id }) => rendered.has(id));
  const failed = leased.filter(({ id }) => !rendered.has(id));
  if (failed.length > 0) await recordAttempts("email", failed.map(internalError));
  if (messages.length === 0) return null;
  const id = newId();
  if (usesIdempotencyKeys && !(await saveBatch(id, messages, leases))) return null;
  return { id, messages, leases };
}

/** Gives up emails whose link has expired, and returns the others. */
async function withoutExpired(leases: Lease[]): Promise<Lease[]> {
  const { rows } = await pool.query<{ id: string }>(
    "SELECT id FROM emails WHERE id = ANY($1::uuid[]) AND (facts ->> 'expiresAt')::timestamptz <= now()",
    [leases.map(({ id }) => id)],
  );
  if (rows.length === 0) return leases;
  const expired = new Set(rows.map(({ id }) => id));
  await recordAttempts("email", leases.filter(({ id }) => expired.has(id)).map(expiredResult));
  return leases.filter(({ id }) => !expired.has(id));
}

const expiredResult = (lease: Lease): AttemptResult => ({
  ...internalError(lease),
  outcome: "expired",
  isFinal: true,
});

/**
 * Saves a batch before it is sent, so that every retry sends the same messages together. Returns false if the lease has
 * expired and another worker took or sent one of the emails.
 */
const saveBatch = (id: string, messages: EmailMessage[], leases: Lease[]): Promise<boolean> =>
  transaction(async (sql) => {
    await sql("INSERT INTO email_batches (id, content) VALUES ($1, $2)", [id, JSON.stringify(messages)]);
    const rows = await sql(
      `UPDATE emails e SET batch_id = $1 FROM unnest($2::uuid[], $3::int[]) AS n(id, attempts)
       WHERE e.id = n.id AND e.attempts = n.attempts AND e.batch_id IS NULL
         AND e.sent_at IS NULL AND e.gave_up_at IS NULL RETURNING e.id`,
      [id, leases.map((lease) => lease.id), leases.map(({ attempts }) => attempts)],
    );
    if (rows.length === messages.length) return true;
    await sql("DELETE FROM email_batches WHERE id = $1", [id]);
    return false;
  });

/**
 * Takes these emails out of a batch whose result is known, so that a retry can send them together with any others. The
 * batch is kept for its other emails: some may not have been leased, and the provider recognises them only by its key.
 */
export const leaveBatch = (id: string, leases: Lease[]) =>
  pool.query(
    `WITH leaving AS (UPDATE emails SET batch_id = NULL WHERE batch_id = $1 AND id = ANY($2::uuid[]))
     DELETE FROM email_batches WHERE id = $1
       AND NOT EXISTS (SELECT FROM emails WHERE batch_id = $1 AND id <> ALL($2::uuid[]))`,
    [id, leases.map((lease) => lease.id)],
  );

/** Deletes a batch that is never sent again. */
export const deleteBatch = (id: string) => pool.query("DELETE FROM email_batches WHERE id = $1", [id]);

/** Deletes batches after the time for which providers remember idempotency keys. */
export const deleteOldBatches = (now: Date) =>
  pool.query("DELETE FROM email_batches WHERE created_at < $1::timestamptz - interval '2 days'", [now]);
