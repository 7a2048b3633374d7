import { publishChange } from "@/lib/live/publish";
import { wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { transaction } from "@/lib/platform/db";
import { applyTime, DEADLINE_ALLOWANCE_MS } from "@/lib/rules/apply-time";
import { lockSnitches } from "@/lib/snitches/store";
import { saveTransitions, withRow } from "./save-transitions";
import { isSweepBlocked } from "./sweep-guard";

/** How many snitches one transaction takes from each index. */
const BATCH_SIZE = 2_000;

/**
 * Applies time to every snitch with a missed deadline or an ended pause. Safe to run late, twice, or in several workers at
 * once. Returns how many snitches changed: 0 while `isSweepBlocked`.
 */
export async function sweepDeadlines(now: Date, msSinceConnectionLost: number): Promise<number> {
  if (await isSweepBlocked(msSinceConnectionLost)) return 0;
  for (let swept = 0; ; ) {
    const count = await sweepBatch(now);
    swept += count;
    if (count < BATCH_SIZE) return swept;
  }
}

// A snitch with deferred check-ins is left to `replayDeferred`, because its deadline does not reflect them yet.
const dueBy = (column: string, parameter: string) =>
  `SELECT id FROM (SELECT id FROM snitches WHERE ${column} <= ${parameter} AND deferred_since IS NULL
                   ORDER BY ${column} LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED) AS ${column}`;

const DUE = `s.id IN (${dueBy("deadline", "$1")} UNION ALL ${dueBy("pause_ends_at", "$2")})`;

async function sweepBatch(now: Date): Promise<number> {
  const { due, newRows } = await transaction(async (sql) => {
    const dueUntil = new Date(now.getTime() - DEADLINE_ALLOWANCE_MS);
    const due = await lockSnitches(sql, DUE, [dueUntil, now]);
    const transitions = due.map((snitch) => withRow(snitch, applyTime(snitch, now)));
    return { due, newRows: await saveTransitions(sql, transitions) };
  });
  wakeWorkersLater(newRows);
  publishChange(due.map(({ caseId }) => caseId));
  return due.length;
}
