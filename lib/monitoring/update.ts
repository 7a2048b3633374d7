import type { Actor } from "@/lib/audit/actor";
import { changesBetween, recordEvents } from "@/lib/audit/record";
import { askRecipientsLater } from "@/lib/cases/ask-recipients";
import { refuseBeyondPlan, refuseIfOnHold } from "@/lib/cases/plan";
import { keysOf, registerRecipients } from "@/lib/emails/recipients";
import type { Sql } from "@/lib/platform/db";
import { invalid } from "@/lib/platform/refusal";
import { isSameSchedule, type ScheduleTerms, termsOf } from "@/lib/rules/schedule/schedule-terms";
import type { SnitchChanges } from "@/lib/snitches/input";
import { smartProblem, usableTerms } from "@/lib/snitches/schedule-input";
import type { LockedSnitch } from "@/lib/snitches/store";
import { changeSnitch } from "./change-snitch";

/**
 * Changes the attributes that are present and leaves the others. A new schedule or alert type grants a fresh period from
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
    const current = termsOf(snitch);
    const terms = usableTerms(changes, current);
    const alertType = changes.alert_type ?? snitch.alertType;
    const isSame = isSameSchedule(terms, current);
    const rescheduled = !isSame || alertType !== snitch.alertType;
    if (rescheduled) {
      const problem = alertType === "smart" ? smartProblem(terms) : null;
      if (problem) throw invalid([{ attribute: "alert_type", message: problem }]);
      refuseBeyondPlan(snitch.plan, { terms, alertType }, current);
    }
    await recordAttributeChanges(sql, snitch, { ...changes, terms }, by);
    await saveAttributes(sql, snitch, changes, isSame ? null : now);
    await registerRecipients(sql, keysOf(caseId, changes.alert_email ?? []));
    return rescheduled ? { kind: "rescheduled", at: now, terms, alertType } : null;
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
  snitch: LockedSnitch,
  { name, notes, tags, alert_email, alert_type, terms }: SnitchChanges & { terms: ScheduleTerms },
  by: Actor,
) {
  const [attributes] = await sql<AuditedAttributes>(
    "SELECT name, notes, tags, alert_email FROM snitches WHERE id = $1",
    [snitch.id],
  );
  if (!attributes) return;
  const before = { ...attributes, ...scheduleFacts(snitch), alert_type: snitch.alertType };
  const after = {
    name,
    notes,
    tags,
    alert_email,
    ...scheduleFacts(terms),
    alert_type: alert_type ?? undefined,
  };
  const facts = changesBetween(before, after);
  if (Object.keys(facts).length === 0) return;
  await recordEvents(sql, snitch.caseId, by, [
    { action: "snitch.changed", resource: { id: snitch.token, name: attributes.name }, facts },
  ]);
}

/** A schedule as the audit log stores it. A calendar interval has nothing else. */
function scheduleFacts({ interval, schedule, timezone, grace, early, active }: ScheduleTerms) {
  const written = (seconds: number | null) => (seconds === null ? null : `${seconds} seconds`);
  if (schedule === null) return { interval, schedule, timezone: null, grace: null, early: null, active };
  return { interval: null, schedule, timezone, grace: written(grace), early: written(early), active };
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
