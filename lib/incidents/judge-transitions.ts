import { type JudgedAlert, raiseAlerts } from "@/lib/alerts/raise";
import { mergeRows, type NewRows, NO_NEW_ROWS } from "@/lib/outbox/new-rows";
import { wakeTimersIfSoon } from "@/lib/outbox/wake-timers";
import type { Sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/new-id";
import type { AlertDraft } from "@/lib/rules/alert-draft";
import { type AlertFacts, tellingFacts } from "@/lib/rules/alert-facts";
import { isExcusedMiss } from "@/lib/rules/incidents/excused";
import { type AlertRules, DEFAULT_RULES } from "@/lib/rules/incidents/incident";
import { judge } from "@/lib/rules/incidents/judge";
import { isDown } from "@/lib/rules/status";
import { windowDueAt } from "@/lib/rules/windows";
import { releaseChildren } from "@/lib/snitches/release-children";
import type { LockedSnitch } from "@/lib/snitches/store";
import { circumstancesOf, findSurroundings, type Surroundings } from "./circumstances";
import { findAlertRules, findOpenIncidents, type StoredIncident, saveIncidents } from "./store";
import { type HeldTelling, tellHeld } from "./tell-held";

/** A locked snitch in its new state, which is saved already, and the alerts that led to it, oldest first. */
export type AlertedTransition = { snitch: LockedSnitch; alerts: AlertDraft[] };

/**
 * Saves the alerts of transitions and their incidents, and tells people as far as the rules of each snitch allow it now.
 * `now`: when the alerts were noticed; without it, when they happened. Returns the rows to send.
 */
export async function judgeTransitions(
  sql: Sql,
  transitions: AlertedTransition[],
  now?: Date,
): Promise<NewRows> {
  const alerted = transitions.filter(({ alerts }) => alerts.length > 0);
  if (alerted.length === 0) return NO_NEW_ROWS;
  const ids = alerted.map(({ snitch }) => snitch.id);
  const rules = await findAlertRules(sql, ids);
  const open = await findOpenIncidents(sql, ids);
  const latestAt = latest(alerted.map((each) => noticedAt(each, now)));
  const surroundings = await findSurroundings(
    sql,
    alerted.map(({ snitch }) => snitch),
    earliest(alerted.map(startOfFirstMiss)),
    latestAt,
  );
  const judged = alerted.map((transition) =>
    judgeAll(transition, open.get(transition.snitch.id) ?? null, {
      rules: rules.get(transition.snitch.id) ?? DEFAULT_RULES,
      surroundings,
      now,
    }),
  );
  const incidents = judged.flatMap(({ incidents }) => incidents);
  await saveIncidents(sql, incidents);
  await wakeTimersIfSoon(
    sql,
    "sweep",
    incidents.map(({ nextAt }) => nextAt),
    latestAt,
  );
  await saveRecovering(sql, judged);
  const unknown = await withoutUnknownEnds(sql, judged);
  const raised = await raiseAlerts(sql, unknown);
  const held = await tellHeld(
    sql,
    judged.flatMap(({ held }) => held),
  );
  await releaseChildren(sql, recoveredParents(judged));
  return mergeRows(raised, held);
}

export type Judged = {
  snitch: LockedSnitch;
  alerts: JudgedAlert[];
  held: HeldTelling[];
  /** Those that have changed, oldest first. */
  incidents: StoredIncident[];
};

type Given = { rules: AlertRules; surroundings: Surroundings; now: Date | undefined };

/** Judges the alerts of a transition one after another, by the rules of its snitch. Nothing is saved. */
export function judgeAll(
  transition: AlertedTransition,
  open: StoredIncident | null,
  { rules, surroundings, now }: Given,
): Judged {
  const { snitch, alerts } = transition;
  const maintenance = surroundings.maintenance.get(snitch.id) ?? [];
  const judged: Judged = { snitch, alerts: [], held: [], incidents: [] };
  const byId = new Map<string, StoredIncident>();
  let current = open;
  for (const alert of alerts) {
    const isExcused = isExcusedMiss(snitch, alert, maintenance, noticedAt(transition, now));
    const around = circumstancesOf(snitch, surroundings, now ?? alert.at);
    const { incident, telling } = judge(current, alert, rules, { ...around, isExcused });
    const keys = current ?? { id: newId(), caseId: snitch.caseId, snitchId: snitch.id };
    const stored = incident && { ...incident, id: keys.id, caseId: keys.caseId, snitchId: keys.snitchId };
    if (stored) byId.set(stored.id, stored);
    if (telling === "held" && stored)
      judged.held.push({ incident: stored, isGood: stored.closedAt !== null });
    // The good result that waited for more of them is the last that people can be told of this incident.
    if (alert.kind === "paused" && alert.from === "healthy" && stored?.toldAt && stored.goodCount > 0)
      judged.held.push({ incident: stored, isGood: true });
    if (!alert.isOnlyCounted) {
      const severity = stored?.severity ?? rules.severity;
      const incidentId = stored?.id ?? null;
      const hold = stored?.hold ?? null;
      const facts: AlertFacts = {
        ...alert.facts,
        decidedAt: noticedAt(transition, now).toISOString(),
        telling: tellingFacts(stored, rules, around),
      };
      const isTold = telling === "alert";
      judged.alerts.push({ ...alert, isTold, hold, isExcused, incidentId, severity, facts });
    }
    current = stored?.closedAt ? null : stored;
  }
  judged.incidents.push(...byId.values());
  return judged;
}

const noticedAt = ({ alerts }: AlertedTransition, now?: Date) => now ?? latest(alerts.map(({ at }) => at));

/** Since when a run could have reported that the first alert is about. */
function startOfFirstMiss({ snitch, alerts }: AlertedTransition): Date {
  const misses = alerts.filter(({ kind }) => kind === "missing");
  return earliest([
    ...alerts.map(({ at }) => at),
    ...misses.map(({ at }) => windowDueAt(snitch, at).reportsFrom),
  ]);
}

const earliest = (dates: Date[]) => new Date(Math.min(...dates.map((date) => date.getTime())));
const latest = (dates: Date[]) => new Date(Math.max(...dates.map((date) => date.getTime())));

/** Notes which snitches are healthy while their incidents wait for further good results. */
async function saveRecovering(sql: Sql, judged: Judged[]): Promise<void> {
  const changed = judged.flatMap(({ snitch, incidents }) => {
    const last = incidents.at(-1);
    const recovering = Boolean(last && !last.closedAt && last.goodCount > 0);
    return recovering === snitch.recovering ? [] : { id: snitch.id, recovering };
  });
  if (changed.length === 0) return;
  await sql(
    `UPDATE snitches s SET recovering = n.recovering FROM unnest($1::uuid[], $2::bool[]) AS n(id, recovering)
     WHERE s.id = n.id`,
    [changed.map(({ id }) => id), changed.map(({ recovering }) => recovering)],
  );
}

/**
 * A check-in that ends a pause is e-mailed if something was wrong before the pause, but not if nobody was told of that. Nor is
 * anybody told of the first good result after such a pause, if it was ended without one.
 */
async function withoutUnknownEnds(sql: Sql, judged: Judged[]): Promise<Judged[]> {
  const ids = judged.flatMap(({ snitch, alerts }) => (alerts.some(endsEarlier) ? snitch.id : []));
  if (ids.length === 0) return judged;
  const rows = await sql<{ id: string; isTold: boolean }>(
    `SELECT DISTINCT ON (snitch_id) snitch_id AS id, told_at IS NOT NULL AS "isTold" FROM incidents
     WHERE snitch_id = ANY($1::uuid[]) AND closed_by = 'paused' ORDER BY snitch_id, opened_at DESC, id DESC`,
    [ids],
  );
  const untold = new Set(rows.flatMap(({ id, isTold }) => (isTold ? [] : id)));
  return judged.map((each) =>
    untold.has(each.snitch.id)
      ? {
          ...each,
          alerts: each.alerts.map((alert) => (endsEarlier(alert) ? untoldEnd(alert) : alert)),
        }
      : each,
  );
}

/** Whether it ends what was wrong before a pause, whose incident the pause has closed. */
export const endsEarlier = ({ from, kind, byEmail, incidentId }: JudgedAlert) =>
  kind === "reporting" && incidentId === null && byEmail && (from === "paused" || isDown(from));

export const untoldEnd = (alert: JudgedAlert): JudgedAlert =>
  alert.from === "paused" ? { ...alert, byEmail: false } : { ...alert, isTold: false };

const recoveredParents = (judged: Judged[]) =>
  judged.flatMap(({ snitch, alerts }) =>
    alerts.some(({ kind }) => kind === "reporting" || kind === "paused") ? snitch.id : [],
  );
