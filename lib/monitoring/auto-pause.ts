import { isSweepBlocked } from "@/lib/outages/sweep-guard";
import { wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { transaction } from "@/lib/platform/db";
import { retentionStart } from "@/lib/rules/history/retention";
import { applyEvent } from "@/lib/rules/state/apply-event";
import { lockSnitches } from "@/lib/snitches/store";
import { applyTransitions, withRow } from "./apply-transitions";

/** Batch size: snitches in one transaction. */
const BATCH_SIZE = 1_000;

/**
 * Pauses every snitch that has been missing for the whole retention period, and alerts its recipients. Safe to run late,
 * twice, or in several workers at once. Does nothing while `isSweepBlocked`.
 */
export async function pauseLongMissing(now: Date, msSinceConnectionLost: number): Promise<void> {
  if (await isSweepBlocked(msSinceConnectionLost)) return;
  while ((await pauseBatch(now)) === BATCH_SIZE);
}

// A pause within the retention period interrupts a miss: the two years start again when it ends.
const LONG_MISSING = `s.id IN (SELECT id FROM (
  SELECT id FROM snitches WHERE status = 'failed' AND missing_since <= $1 AND deferred_since IS NULL
    AND NOT EXISTS (SELECT FROM pauses p WHERE p.snitch_id = snitches.id AND p.ends_at > $1)
  ORDER BY missing_since LIMIT ${BATCH_SIZE} FOR NO KEY UPDATE SKIP LOCKED) AS long_missing)`;

async function pauseBatch(now: Date): Promise<number> {
  const event = { kind: "paused", at: now, until: "healthy", endsAt: null, isAutomatic: true } as const;
  const { count, newRows } = await transaction(async (sql) => {
    const snitches = await lockSnitches(sql, LONG_MISSING, [retentionStart(now)]);
    const transitions = snitches.map((snitch) => withRow(snitch, applyEvent(snitch, event, [])));
    return { count: snitches.length, newRows: await applyTransitions(sql, transitions, now) };
  });
  wakeWorkersLater(newRows);
  return count;
}
