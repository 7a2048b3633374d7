import type { Actor } from "@/lib/audit/actor";
import { changesBetween, recordEvents } from "@/lib/audit/record";
import { askRecipientsLater } from "@/lib/cases/ask-recipients";
import { refuseBeyondPlan, refuseIfOnHold } from "@/lib/cases/plan";
import { keysOf, registerRecipients } from "@/lib/emails/recipients";
import type { Sql } from "@/lib/platform/db";
import { invalid } from "@/lib/platform/refusal";
import { isMinutes } from "@/lib/rules/interval";
import { SMART_NEEDS_HOURS, type SnitchChanges } from "@/lib/snitches/input";
import type { LockedSnitch } from "@/lib/snitches/store";
import { changeSnitch } from "./change-snitch";

/**
 * Changes the attributes that are present and leaves the others. A new interval or alert type grants a fresh period from
 * now and clears the arrivals that smart deadlines are based on.
 */
export async function updateSnitch(
  caseId: string,
  token: string,
  changes: SnitchChanges,
  now: Date,
  by: Actor,
): Promise<void> {
  await changeSnitch(caseId, token, async (snitch, sql) => {
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
    await recordAttributeChanges(sql, snitch, changes, by);
    await saveAttributes(sql, snitch, changes, interval === snitch.interval ? null : now);
    await registerRecipients(sql, keysOf(caseId, changes.alert_email ?? []));
    return rescheduled ? { kind: "rescheduled", at: now, interval, alertType } : null;
  });
  if (changes.alert_email?.length) askRecipientsLater(caseId);
}

async function refuseChangesOnHold(sql: Sql, caseId: string) {
  const [theCase] = await sql<{ onHoldAt: Date | null }>(
    `SELECT on_hold_at AS "onHoldAt" FROM cases WHERE id = $1`,
    [caseId],
  );
  if (theCase) refuseIfOnHold(theCase);
}

type AuditedAttributes = { name: string; notes: string; tags: string[]; alert_email: string[] };

async function recordAttributeChanges(
  sql: Sql,
  { id, caseId, token, interval, alertType }: LockedSnitch,
  after: SnitchChanges,
  by: Actor,
) {
  const [before] = await sql<AuditedAttributes>(
    "SELECT name, notes, tags, alert_email FROM snitches WHERE id = $1",
    [id],
  );
  if (!before) return;
  const facts = changesBetween({ ...before, interval, alert_type: alertType }, after);
  if (Object.keys(facts).length === 0) return;
  await recordEvents(sql, caseId, by, [
    { action: "snitch.changed", resource: { id: token, name: before.name }, facts },
  ]);
}

const saveAttributes = (
  sql: Sql,
  { id }: LockedSnitch,
  { name, notes, tags, alert_email }: SnitchChanges,
  rescheduledAt: Date | null,
) =>
  sql(
    `UPDATE snitches SET name = COALESCE($2, name), notes = COALESCE($3, notes), tags = COALESCE($4, tags),
       alert_email = COALESCE($5, alert_email), rescheduled_at = COALESCE($6, rescheduled_at) WHERE id = $1`,
    [id, name, notes, tags, alert_email, rescheduledAt],
  );
