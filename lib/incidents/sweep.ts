import { mergeRows, type NewRows, NO_NEW_ROWS, wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { type Sql, transaction } from "@/lib/platform/db";
import { publishChange } from "@/lib/platform/publish-change";
import { evaluateTime } from "@/lib/rules/incidents/evaluate";
import { DEFAULT_RULES } from "@/lib/rules/incidents/incident";
import type { RepeatReason } from "@/lib/rules/state/alert-facts";
import { type LockedSnitch, lockRows } from "@/lib/snitches/store";
import { circumstancesFor, findEvaluationContext } from "./circumstances";
import { notifyHeld, remind } from "./notify-held";
import { findAlertRules, findOpenIncidents, saveIncidents } from "./store";

/** Batch size: incidents in one transaction. */
const BATCH_SIZE = 500;

// Check-ins that are not applied yet may end the incident.
const DUE = `s.id IN (SELECT id FROM snitches WHERE deferred_since IS NULL AND id IN (
  SELECT i.snitch_id FROM incidents i JOIN snitches d ON d.id = i.snitch_id AND d.deferred_since IS NULL
  WHERE i.closed_at IS NULL AND i.next_at <= $1 ORDER BY i.next_at LIMIT ${BATCH_SIZE})
  FOR NO KEY UPDATE SKIP LOCKED)`;

/**
 * Notifies people of what is due without any event: reminders, and what a threshold, a snooze, maintenance or a parent has held. Safe to
 * run late, twice, or in several workers at once: after an outage one reminder replaces all that were due.
 */
export async function sweepIncidents(now: Date): Promise<void> {
  while ((await sweepBatch(now)) === BATCH_SIZE);
}

async function sweepBatch(now: Date): Promise<number> {
  const { snitches, newRows } = await transaction(async (sql) => {
    const snitches = await lockRows(sql, DUE, [now]);
    return { snitches, newRows: await evaluateOpen(sql, snitches, now) };
  });
  wakeWorkersLater(newRows);
  publishChange(snitches.map(({ caseId }) => caseId));
  return snitches.length;
}

/** Evaluates the open incidents of locked snitches at this instant, saves them, and returns the rows to send. */
export async function evaluateOpen(sql: Sql, snitches: LockedSnitch[], now: Date): Promise<NewRows> {
  if (snitches.length === 0) return NO_NEW_ROWS;
  const ids = snitches.map(({ id }) => id);
  const open = await findOpenIncidents(sql, ids);
  const rules = await findAlertRules(sql, ids);
  const context = await findEvaluationContext(sql, snitches, now, new Date(now.getTime() + 1));
  const evaluated = snitches.flatMap((snitch) => {
    const before = open.get(snitch.id);
    if (!before) return [];
    const circumstances = circumstancesFor(snitch, context, now);
    const { incident, due } = evaluateTime(before, rules.get(snitch.id) ?? DEFAULT_RULES, circumstances);
    const because: RepeatReason = before.snoozedUntil ? "snooze" : "reminder";
    return { incident: { ...before, ...incident }, due, because };
  });
  await saveIncidents(
    sql,
    evaluated.map(({ incident }) => incident),
  );
  const held = await notifyHeld(
    sql,
    evaluated.flatMap(({ incident, due }) => (due === "held" ? incident : [])),
  );
  const reminders = evaluated.filter(({ due }) => due === "reminder");
  const reminded = await remind(
    sql,
    reminders.map(({ incident, because }) => ({ incidentId: incident.id, because })),
    now,
  );
  return mergeRows(held, reminded);
}
