import { recordEvents, TATTLE } from "@/lib/audit/record";
import { type NewRows, NO_NEW_ROWS, wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { query, type Sql, transaction } from "@/lib/platform/db";
import { publishChange } from "@/lib/platform/publish-change";
import { formatMonth, MAX_LATE_MS, nextDrillAt } from "@/lib/rules/notifications/monthly-drill";
import { beginDrill, msUntilNextDrill } from "./begin";
import { lockCaseForDrill } from "./lock-case";
import { findPlan, PLAN_NAME } from "./plan";
import { SKIP_REASONS, type SkipReason } from "./skip-reason";

/** Who started it, where people read that. */
const STARTED_BY = "the monthly plan";

/**
 * Starts the monthly fire drills that are due, each once. One that is more than a day late, whose case is on hold, or that would notify
 * no one is skipped, and its case sees why. Safe to run late, twice, or in several workers at once.
 */
export async function startMonthlyDrills(now: Date): Promise<void> {
  const due = await query<{ caseId: string }>(
    `SELECT case_id AS "caseId" FROM drill_schedules WHERE next_at <= $1 ORDER BY next_at, case_id`,
    [now],
  );
  for (const { caseId } of due) {
    wakeWorkersLater(await transaction((sql) => startDue(sql, caseId, now)));
    publishChange([caseId]);
  }
}

/** When the next one is due; null if none is planned. */
export async function nextMonthlyDrillAt(): Promise<Date | null> {
  const [next] = await query<{ at: Date | null }>("SELECT min(next_at) AS at FROM drill_schedules");
  return next?.at ?? null;
}

async function startDue(sql: Sql, caseId: string, now: Date): Promise<NewRows> {
  const theCase = await lockCaseForDrill(sql, caseId);
  const plan = await findPlan(caseId, sql);
  // Another worker has started it, or a person has changed the plan.
  if (!theCase || !plan?.nextAt || plan.nextAt > now) return NO_NEW_ROWS;
  const reason = reasonToSkip(plan.nextAt, theCase.onHoldAt, now);
  // It waits for the ten minutes after one that a person has started.
  if (!reason && (await msUntilNextDrill(sql, caseId, now)) > 0) return NO_NEW_ROWS;
  const context = { caseId, caseName: theCase.name, startedBy: STARTED_BY, startedAt: now };
  const drill = reason ? null : await beginDrill(sql, context, TATTLE);
  const skipReason = drill ? null : (reason ?? "nobody");
  if (skipReason) await recordSkip(sql, caseId, skipReason);
  const month = formatMonth(plan.nextAt, plan.zone);
  await sql(
    `UPDATE drill_schedules SET next_at = $2, last_month = $3, skipped_at = $4, skip_reason = $5 WHERE case_id = $1`,
    [caseId, nextDrillAt(plan, now, month), month, skipReason && plan.nextAt, skipReason],
  );
  return drill?.newRows ?? NO_NEW_ROWS;
}

function reasonToSkip(dueAt: Date, onHoldAt: Date | null, now: Date): SkipReason | null {
  if (now.getTime() - dueAt.getTime() > MAX_LATE_MS) return "late";
  return onHoldAt ? "on_hold" : null;
}

const recordSkip = (sql: Sql, caseId: string, reason: SkipReason) =>
  recordEvents(sql, caseId, TATTLE, [
    {
      action: "drill.skipped",
      resource: { id: caseId, name: PLAN_NAME },
      facts: { reason: SKIP_REASONS[reason] },
    },
  ]);
