import { ringLater } from "@/lib/outbox/wake-workers";
import { pool, transaction } from "@/lib/platform/db";
import { msSinceLoss } from "@/lib/platform/pool";
import { befall } from "@/lib/rules/apply-event";
import { keptSince } from "@/lib/rules/retention";
import { lockSnitches } from "@/lib/snitches/store";
import { type Written, writeDown } from "./save-transitions";
import { mustHold } from "./sweep-guard";

const BATCH = 1_000;

/**
 * Pauses every snitch that has been missing for as long as history is kept, and tells its people so. May run late,
 * twice, or in several workers at once.
 */
export async function pauseForgotten(now: Date): Promise<void> {
  if (await mustHold(msSinceLoss())) return;
  while ((await pauseBatch(now)) === BATCH);
}

// While it was paused it was not missing: whoever ends a pause by hand wants to hear of it again.
const FORGOTTEN = `s.id IN (SELECT id FROM (
  SELECT id FROM snitches WHERE status = 'failed' AND missing_since <= $1 AND undecided_since IS NULL
    AND NOT EXISTS (SELECT FROM pauses p WHERE p.snitch_id = snitches.id AND p.ends_at > $1)
  ORDER BY missing_since LIMIT ${BATCH} FOR UPDATE SKIP LOCKED) AS forgotten)`;

async function pauseBatch(now: Date): Promise<number> {
  const { count, owed } = await transaction(async (sql) => {
    const forgotten = await lockSnitches(sql, FORGOTTEN, [keptSince(now)]);
    const written = forgotten.map((snitch): Written => {
      const happening = { kind: "paused", at: now, until: "healthy", endsAt: null, byItself: true } as const;
      const { snitch: after, ...rest } = befall(snitch, happening);
      return { snitch: { ...snitch, ...after }, ...rest };
    });
    return { count: forgotten.length, owed: await writeDown(sql, written) };
  });
  ringLater(owed);
  return count;
}

/** Forgets alerts, with what was owed because of them, reminders and pauses that are older than history is kept. */
export async function dropOldAlerts(now: Date): Promise<void> {
  const since = keptSince(now);
  await pool.query("DELETE FROM alerts WHERE at < $1", [since]);
  await pool.query("DELETE FROM notices WHERE alert_id IS NULL AND created_at < $1", [since]);
  await pool.query("DELETE FROM deliveries WHERE alert_id IS NULL AND created_at < $1", [since]);
  await pool.query("DELETE FROM pauses WHERE ends_at < $1", [since]);
}
