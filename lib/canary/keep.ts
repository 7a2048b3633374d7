import { randomBytes } from "node:crypto";
import { pool, transaction } from "@/lib/platform/db";
import { seal } from "@/lib/platform/encrypt";
import { deadlineAfter } from "@/lib/rules/period";
import { newSecret } from "@/lib/webhooks/rotate";

/**
 * A case with one snitch whose job never runs. Each minute it is missed, and its webhook told, on the way of every other
 * alert: as long as that arrives, a miss becomes a delivery. Nobody belongs to the case, so nobody sees it.
 */
export const CANARY = {
  caseId: "00000000-0000-7000-8000-00000000ca5e",
  snitchId: "00000000-0000-7000-8000-00000000b12d",
  webhookId: "00000000-0000-7000-8000-000000000c06",
};

/** Its history is nobody's. */
const KEPT = "interval '10 minutes'";

/** Sees to it that the canary is there, silent, and forgets what it said. Safe to run twice and in several workers. */
export async function keepCanary(now: Date): Promise<void> {
  const { caseId, snitchId, webhookId } = CANARY;
  await transaction(async (sql) => {
    await sql("INSERT INTO cases (id, name) VALUES ($1, '(canary)') ON CONFLICT DO NOTHING", [caseId]);
    await sql(
      `INSERT INTO webhooks (id, case_id, url, secret) VALUES ($1, $2, 'http://canary.invalid/', $3)
       ON CONFLICT (id) DO UPDATE SET disabled_at = NULL, failing_since = NULL, failures = 0`,
      [webhookId, caseId, seal(newSecret())],
    );
    // Nobody knows its token. Missing for as long as history is kept, it would be paused like any other.
    await sql(
      `INSERT INTO snitches (id, case_id, token, name, interval, status, deadline)
       VALUES ($1, $2, $3, '(canary)', '1_minute', 'healthy', $4)
       ON CONFLICT (id) DO UPDATE SET missing_since = $5 WHERE snitches.status = 'failed'`,
      [snitchId, caseId, randomBytes(8).toString("hex"), deadlineAfter("1_minute", now), now],
    );
    await sql(`DELETE FROM alerts WHERE snitch_id = $1 AND created_at < now() - ${KEPT}`, [snitchId]);
  });
}

/** How long ago a miss last became a delivery, in milliseconds; null when none did lately. */
export async function canaryLag(): Promise<number | null> {
  const { rows } = await pool.query<{ lagMs: number | null }>(
    `SELECT (extract(epoch FROM now() - max(accepted_at)) * 1000)::float AS "lagMs" FROM deliveries WHERE webhook_id = $1`,
    [CANARY.webhookId],
  );
  return rows[0]?.lagMs ?? null;
}
