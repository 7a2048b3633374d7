import { randomBytes } from "node:crypto";
import { newSigningSecret } from "@/lib/channel-kinds/signing-secret";
import { pool, transaction } from "@/lib/platform/db";
import { encrypt } from "@/lib/platform/encrypt";
import { calendarTerms } from "@/lib/rules/schedule/schedule-terms";
import { deadlineAfter } from "@/lib/rules/state/match-tick";

/**
 * A case without members, with one snitch whose job never runs. It is missed every minute, and its webhook is alerted like
 * any other: while that works, misses become deliveries.
 */
export const CANARY = {
  caseId: "00000000-0000-7000-8000-00000000ca5e",
  snitchId: "00000000-0000-7000-8000-00000000b12d",
  channelId: "00000000-0000-7000-8000-000000000c06",
};

/** How long the canary's alerts are kept. */
const RETENTION = "interval '10 minutes'";

/** Creates the canary if it is missing, and deletes its old alerts. Safe to run twice and in several workers at once. */
export async function maintainCanary(now: Date): Promise<void> {
  const { caseId, snitchId, channelId } = CANARY;
  await transaction(async (sql) => {
    await sql("INSERT INTO cases (id, name) VALUES ($1, '(canary)') ON CONFLICT DO NOTHING", [caseId]);
    // Encrypted again, because AUTH_SECRET may be another one.
    await sql(
      `INSERT INTO channels (id, case_id, url, secret) VALUES ($1, $2, $3, $4)
       ON CONFLICT (id) DO UPDATE
         SET url = excluded.url, secret = excluded.secret, disabled_at = NULL, failing_since = NULL, failures = 0`,
      [channelId, caseId, encrypt("http://canary.invalid/"), encrypt(newSigningSecret())],
    );
    // The token is random, so no one can check in. `missing_since` is renewed because a snitch is paused after two
    // years of missing.
    await sql(
      `INSERT INTO snitches (id, case_id, token, name, interval, status, deadline)
       VALUES ($1, $2, $3, '(canary)', '1_minute', 'healthy', $4)
       ON CONFLICT (id) DO UPDATE SET missing_since = $5 WHERE snitches.status = 'failed'`,
      [snitchId, caseId, randomBytes(8).toString("hex"), deadlineAfter(calendarTerms("1_minute"), now), now],
    );
    await sql(`DELETE FROM alerts WHERE snitch_id = $1 AND created_at < now() - ${RETENTION}`, [snitchId]);
  });
}

/** How long ago the canary's webhook last accepted a delivery, in milliseconds; null if there is no recent one. */
export async function canaryLag(): Promise<number | null> {
  const { rows } = await pool.query<{ lagMs: number | null }>(
    `SELECT (extract(epoch FROM now() - max(accepted_at)) * 1000)::float AS "lagMs" FROM deliveries WHERE channel_id = $1`,
    [CANARY.channelId],
  );
  return rows[0]?.lagMs ?? null;
}
