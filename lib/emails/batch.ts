import { v7 as newId } from "uuid";
import type { Mail } from "@/lib/mail/mail";
import { type Claim, claim, faultOf, recordAttempts, type Tried } from "@/lib/outbox/attempt";
import { pool, transaction } from "@/lib/platform/db";
import { renderNotices } from "./render";

/** Mails to hand over in one go, and the notices among them that nobody else may try just now. */
export type Batch = { id: string; mails: Mail[]; claims: Claim[] };

/**
 * Takes these notices, as far as they are owed and due, batch by batch: those that were part of a request before with the
 * same others, and the rest together. Each is taken only when the one before has been dealt with.
 */
export async function* gather(ids: string[], knowsByKey: boolean): AsyncGenerator<Batch> {
  const kept = await keptBatches(ids);
  for (const { id, mails, noticeIds } of kept) {
    const claims = await claim("notice", noticeIds);
    if (claims.length > 0) yield { id, mails, claims };
  }
  const elsewhere = new Set(kept.flatMap(({ noticeIds }) => noticeIds));
  const rest = ids.filter((id) => !elsewhere.has(id));
  if (rest.length > 0) yield* gatherNew(rest, knowsByKey);
}

type Kept = { id: string; mails: Mail[]; noticeIds: string[] };

async function keptBatches(ids: string[]): Promise<Kept[]> {
  const { rows } = await pool.query<Kept>(
    `SELECT b.id, b.mails, array_agg(n.id) AS "noticeIds" FROM mail_batches b JOIN notices n ON n.batch_id = b.id
     WHERE b.id IN (SELECT batch_id FROM notices WHERE id = ANY($1::uuid[])) GROUP BY b.id`,
    [ids],
  );
  return rows;
}

async function* gatherNew(ids: string[], knowsByKey: boolean): AsyncGenerator<Batch> {
  const claimed = await withoutExpired(await claim("notice", ids));
  const mails = claimed.length > 0 ? await renderNotices(claimed.map(({ id }) => id)) : [];
  const written = new Set(mails.map((mail) => mail.id));
  const claims = claimed.filter(({ id }) => written.has(id));
  const unwritten = claimed.filter(({ id }) => !written.has(id));
  if (unwritten.length > 0) await recordAttempts("notice", unwritten.map(faultOf));
  if (mails.length === 0) return;
  const id = newId();
  if (knowsByKey && !(await keepBatch(id, mails, claims))) return;
  yield { id, mails, claims };
}

/** A link that opens nothing any more is not sent late. */
async function withoutExpired(claims: Claim[]): Promise<Claim[]> {
  const { rows } = await pool.query<{ id: string }>(
    "SELECT id FROM notices WHERE id = ANY($1::uuid[]) AND (facts ->> 'expiresAt')::timestamptz <= now()",
    [claims.map(({ id }) => id)],
  );
  if (rows.length === 0) return claims;
  const expired = new Set(rows.map(({ id }) => id));
  await recordAttempts(
    "notice",
    claims.flatMap((claimed) => (expired.has(claimed.id) ? expiredNow(claimed) : [])),
  );
  return claims.filter(({ id }) => !expired.has(id));
}

const expiredNow = (claimed: Claim): Tried => ({ ...faultOf(claimed), outcome: "expired", final: true });

/**
 * Written before anything is sent: whatever happens then, these mails go together again, as they are. False when somebody
 * else has taken one of them meanwhile, because this process slept through its lease.
 */
const keepBatch = (id: string, mails: Mail[], claims: Claim[]): Promise<boolean> =>
  transaction(async (sql) => {
    await sql("INSERT INTO mail_batches (id, mails) VALUES ($1, $2)", [id, JSON.stringify(mails)]);
    const kept = await sql(
      `UPDATE notices n SET batch_id = $1 FROM unnest($2::uuid[], $3::int[]) AS ours(id, attempts)
       WHERE n.id = ours.id AND n.attempts = ours.attempts AND n.batch_id IS NULL RETURNING n.id`,
      [id, claims.map((claimed) => claimed.id), claims.map(({ attempts }) => attempts)],
    );
    if (kept.length === mails.length) return true;
    await sql("DELETE FROM mail_batches WHERE id = $1", [id]);
    return false;
  });

/** Lets each of these notices go with whichever others are due. */
export const dissolve = (id: string) => pool.query("DELETE FROM mail_batches WHERE id = $1", [id]);

/** Forgets batches whose key the provider has forgotten as well. */
export const dropOldBatches = (now: Date) =>
  pool.query("DELETE FROM mail_batches WHERE created_at < $1::timestamptz - interval '2 days'", [now]);
