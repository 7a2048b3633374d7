import { happenTo } from "@/lib/alerts/happen";
import { refuseBeyondPlan, refuseOnHold } from "@/lib/cases/plan";
import type { Sql } from "@/lib/db";
import { invalid } from "@/lib/refusal";
import type { Locked } from "./change";
import { SMART_NEEDS_HOURS, type SnitchChanges } from "./input";
import { isMinutes } from "./interval";

/**
 * Changes the attributes that are present and leaves the others. A new interval or alert type grants a fresh period
 * from now, and forgets what smart had learned.
 */
export const updateSnitch = (caseId: string, token: string, changes: SnitchChanges, now: Date) =>
  happenTo(caseId, token, async (snitch, sql) => {
    await refuseChangesOnHold(sql, caseId);
    const interval = changes.interval ?? snitch.interval;
    const alertType = changes.alert_type ?? snitch.alertType;
    const rescheduled = interval !== snitch.interval || alertType !== snitch.alertType;
    if (rescheduled) {
      if (alertType === "smart" && isMinutes(interval)) {
        throw invalid([{ attribute: "alert_type", message: SMART_NEEDS_HOURS }]);
      }
      refuseBeyondPlan(snitch.plan, { interval, alertType }, snitch);
    }
    await write(sql, snitch, changes, interval === snitch.interval ? null : now);
    return rescheduled ? { kind: "rescheduled", at: now, interval, alertType } : null;
  });

async function refuseChangesOnHold(sql: Sql, caseId: string) {
  const [owner] = await sql<{ onHoldAt: Date | null }>(
    `SELECT on_hold_at AS "onHoldAt" FROM cases WHERE id = $1`,
    [caseId],
  );
  if (owner) refuseOnHold(owner);
}

const write = (
  sql: Sql,
  { id }: Locked,
  { name, notes, tags, alert_email }: SnitchChanges,
  rescheduledAt: Date | null,
) =>
  sql(
    `UPDATE snitches SET name = COALESCE($2, name), notes = COALESCE($3, notes), tags = COALESCE($4, tags),
       alert_email = COALESCE($5, alert_email), rescheduled_at = COALESCE($6, rescheduled_at) WHERE id = $1`,
    [id, name, notes, tags, alert_email, rescheduledAt],
  );
