import { groupMisses } from "@/lib/machines/group-misses";
import { wakeTimersIfSoon } from "@/lib/outbox/wake-timers";
import { mergeRows, type NewRows, NO_NEW_ROWS } from "@/lib/outbox/wake-workers";
import type { Sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/new-id";
import { evaluate, releaseBeforeRecovery } from "@/lib/rules/incidents/evaluate";
import { isExcusedMiss } from "@/lib/rules/incidents/excused";
import { type AlertRules, DEFAULT_RULES, isRecovering } from "@/lib/rules/incidents/incident";
import { alertingOfUnknownEnd, endsEarlier } from "@/lib/rules/notifications/adjust-alerting";
import type { AlertDraft } from "@/lib/rules/state/alert-draft";
import { type AlertFacts, notifiedLater, notifyingFacts } from "@/lib/rules/state/alert-facts";
import { releaseChildren } from "@/lib/snitches/release-children";
import type { LockedSnitch } from "@/lib/snitches/store";
import { circumstancesFor, type EvaluationContext, findEvaluationContext } from "./circumstances";
import { notifyHeld } from "./notify-held";
import { type EvaluatedAlert, raiseAlerts } from "./raise-alerts";
import {
  type FoundRules,
  findAlertRules,
  findOpenIncidents,
  type StoredIncident,
  saveIncidents,
} from "./store";

/** A locked snitch in its new state, which is saved already, and the alerts that led to it, oldest first. */
export type AlertedTransition = { snitch: LockedSnitch; alerts: AlertDraft[] };

/** The rules of snitches with alerts, by their ids, their open incidents and their context (parents, maintenance). */
type KnownFacts = {
  rules: Map<string, FoundRules>;
  open: Map<string, StoredIncident>;
  context: EvaluationContext;
};

const listAlerted = (transitions: AlertedTransition[]) =>
  transitions.filter(({ alerts }) => alerts.length > 0);

/** Loads what decides about the alerts of transitions; null if there are none. */
export async function findKnown(
  sql: Sql,
  transitions: AlertedTransition[],
  now?: Date,
): Promise<KnownFacts | null> {
  const alerted = listAlerted(transitions);
  if (alerted.length === 0) return null;
  const ids = alerted.map(({ snitch }) => snitch.id);
  const [rules, open, context] = await Promise.all([
    findAlertRules(sql, ids),
    findOpenIncidents(sql, ids),
    findEvaluationContext(
      sql,
      alerted.map(({ snitch }) => snitch),
      earliest(alerted.flatMap(({ alerts }) => alerts.map(({ at }) => at))),
      latest(alerted.map((each) => noticedAt(each, now))),
    ),
  ]);
  return { rules, open, context };
}

/**
 * Evaluates the alerts of transitions by the rules of their snitches, which `findKnown` loads:
 *
 * 1. Decide about each alert: which incident it belongs to, and whether people are notified now, later or not at all.
 * 2. Save the incidents, and wake the sweep for those that it must look at soon.
 * 3. Attach the misses of a machine that isn't reporting to its incident (`groupMisses`).
 * 4. Notify about incidents whose notification was held, and raise the alerts (`notifyHeld`, `raiseAlerts`).
 * 5. Have the sweep look again at incidents that were held because of a parent which has recovered (`releaseChildren`).
 *
 * `now`: when the alerts were noticed; without it, when they happened. Returns the rows to send.
 */
export async function evaluateTransitions(
  sql: Sql,
  transitions: AlertedTransition[],
  now?: Date,
  known = findKnown(sql, transitions, now),
): Promise<NewRows> {
  const facts = await known;
  if (!facts) return NO_NEW_ROWS;
  const { rules, open, context } = facts;
  const alerted = listAlerted(transitions);
  const latestAt = latest(alerted.map((each) => noticedAt(each, now)));
  const evaluated = alerted.map((transition) =>
    evaluateAlertsOf(transition, open.get(transition.snitch.id) ?? null, {
      rules: rules.get(transition.snitch.id) ?? DEFAULT_RULES,
      context,
      now,
    }),
  );
  const incidents = evaluated.flatMap(({ incidents }) => incidents);
  const instants = incidents.map(({ nextAt }) => nextAt);
  const [, , , unknown] = await Promise.all([
    saveIncidents(sql, incidents),
    wakeTimersIfSoon(sql, "sweep", instants, latestAt),
    saveRecovering(sql, evaluated),
    withoutUnknownEnds(sql, evaluated),
  ]);
  if (now) await groupMisses(sql, evaluated.flatMap(findMiss), now);
  const held = await notifyHeld(
    sql,
    evaluated.flatMap(({ held }) => held),
  );
  const raised = await raiseAlerts(sql, unknown);
  await releaseChildren(sql, recoveredParents(evaluated));
  return mergeRows(held, raised);
}

export type EvaluatedTransition = {
  snitch: LockedSnitch;
  alerts: EvaluatedAlert[];
  /** As they were when a notification about them became due that waited. Its alert is saved already. */
  held: StoredIncident[];
  /** Those that have changed, oldest first. */
  incidents: StoredIncident[];
};

type Given = { rules: AlertRules & Partial<FoundRules>; context: EvaluationContext; now: Date | undefined };

/** Evaluates the alerts of a transition one after another, by the rules of its snitch. Nothing is saved. */
export function evaluateAlertsOf(
  transition: AlertedTransition,
  open: StoredIncident | null,
  { rules, context, now }: Given,
): EvaluatedTransition {
  const { snitch, alerts } = transition;
  const maintenance = context.maintenance.get(snitch.id) ?? [];
  const evaluated: EvaluatedTransition = { snitch, alerts: [], held: [], incidents: [] };
  const byId = new Map<string, StoredIncident>();
  let current = open;
  for (const draft of alerts) {
    const alert = current ? draft : asBeginning(draft);
    const isExcused = isExcusedMiss(snitch, alert, maintenance, noticedAt(transition, now));
    const circumstances = circumstancesFor(snitch, context, now ?? alert.at);
    const released =
      alert.kind === "reporting" &&
      releaseBeforeRecovery(current, rules, circumstancesFor(snitch, context, alert.at));
    if (current && released) {
      current = { ...current, ...released };
      notifyWaiting(evaluated, current);
    }
    const { incident, alerting } = evaluate(current, alert, rules, circumstances);
    const { id, caseId, snitchId, policy } = current ?? {
      id: newId(),
      caseId: snitch.caseId,
      snitchId: snitch.id,
      policy: rules.policy ?? null,
    };
    const withIds = incident && { ...incident, id, caseId, snitchId, policy };
    if (withIds) byId.set(withIds.id, withIds);
    if (alerting.kind === "notify" && alerting.of === "held" && withIds) notifyWaiting(evaluated, withIds);
    // The good result that waited for more of them is the last notification that this incident can have.
    if (alert.kind === "paused" && alert.from === "healthy" && withIds?.notifiedAt && withIds.goodCount > 0)
      notifyWaiting(evaluated, withIds);
    if (alert.meantFor !== "nobody") {
      const severity = withIds?.severity ?? rules.severity;
      const incidentId = withIds?.id ?? null;
      const facts: AlertFacts = {
        ...alert.facts,
        decidedAt: noticedAt(transition, now).toISOString(),
        notifying: notifyingFacts(withIds, rules, circumstances),
      };
      evaluated.alerts.push({ alerting, incidentId, severity, isExcused, ...alert, facts });
    }
    current = withIds?.closedAt ? null : withIds;
  }
  evaluated.incidents.push(...byId.values());
  return evaluated;
}

/** What begins an incident is meant for everyone: also an error soon after one whose incident a pause has ended. */
const asBeginning = (alert: AlertDraft): AlertDraft =>
  alert.kind === "errored" ? { ...alert, meantFor: "everybody" } : alert;

/** Notifies people of the latest alert of an incident that waits: one of this transition, or else one that is saved already. */
function notifyWaiting({ alerts, held }: EvaluatedTransition, incident: StoredIncident): void {
  const isResolved = incident.closedAt !== null;
  const waiting = alerts.findLast(
    (alert) =>
      alert.incidentId === incident.id && (alert.kind === "reporting") === isResolved && mayWait(alert),
  );
  if (waiting) waiting.facts = { ...waiting.facts, notifiedLater: notifiedLater(incident) };
  else held.push(incident);
}

const mayWait = ({ alerting, facts }: EvaluatedAlert) => alerting.kind !== "notify" && !facts.notifiedLater;

const noticedAt = ({ alerts }: AlertedTransition, now?: Date) => now ?? latest(alerts.map(({ at }) => at));

const earliest = (dates: Date[]) => new Date(Math.min(...dates.map((date) => date.getTime())));
const latest = (dates: Date[]) => new Date(Math.max(...dates.map((date) => date.getTime())));

/** Notes which snitches are healthy while their incidents wait for further good results. */
async function saveRecovering(sql: Sql, evaluated: EvaluatedTransition[]): Promise<void> {
  const rows = evaluated.flatMap(({ snitch, incidents }) => {
    const last = incidents.at(-1);
    const recovering = isRecovering(last);
    return recovering === snitch.recovering ? [] : { id: snitch.id, recovering };
  });
  if (rows.length === 0) return;
  await sql(
    `UPDATE snitches s SET recovering = n.recovering FROM unnest($1::uuid[], $2::bool[]) AS n(id, recovering)
     WHERE s.id = n.id`,
    [rows.map(({ id }) => id), rows.map(({ recovering }) => recovering)],
  );
}

/**
 * A check-in that ends a pause is emailed if something was wrong before the pause and people were notified of that. The same
 * holds for the first good result after such a pause, if the pause was ended without one.
 */
async function withoutUnknownEnds(
  sql: Sql,
  evaluated: EvaluatedTransition[],
): Promise<EvaluatedTransition[]> {
  const ids = evaluated.flatMap(({ snitch, alerts }) => (alerts.some(endsEarlier) ? snitch.id : []));
  if (ids.length === 0) return evaluated;
  const rows = await sql<{ id: string; isNotified: boolean }>(
    `SELECT DISTINCT ON (snitch_id) snitch_id AS id, told_at IS NOT NULL AS "isNotified" FROM incidents
     WHERE snitch_id = ANY($1::uuid[]) AND closed_by = 'paused' ORDER BY snitch_id, opened_at DESC, id DESC`,
    [ids],
  );
  const notNotified = new Set(rows.flatMap(({ id, isNotified }) => (isNotified ? [] : id)));
  return evaluated.map((each) =>
    notNotified.has(each.snitch.id)
      ? {
          ...each,
          alerts: each.alerts.map((alert) =>
            endsEarlier(alert) ? { ...alert, alerting: alertingOfUnknownEnd(alert) } : alert,
          ),
        }
      : each,
  );
}

/** A snitch that is missing now, and whose runs may name a machine. */
const findMiss = ({ snitch, alerts }: EvaluatedTransition) =>
  snitch.lastRunId !== null && alerts.at(-1)?.kind === "missing" ? snitch.id : [];

const recoveredParents = (evaluated: EvaluatedTransition[]) =>
  evaluated.flatMap(({ snitch, alerts }) =>
    alerts.some(({ kind }) => kind === "reporting" || kind === "paused") ? snitch.id : [],
  );
