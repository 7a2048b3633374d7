import { circumstancesFor, type EvaluationContext } from "@/lib/incidents/circumstances";
import { evaluateAlertsOf } from "@/lib/incidents/evaluate-transitions";
import type { EvaluatedAlert } from "@/lib/incidents/raise-alerts";
import { spread } from "@/lib/incidents/spread-alerts";
import type { StoredIncident } from "@/lib/incidents/store";
import { evaluateTime } from "@/lib/rules/incidents/evaluate";
import { isRecovering } from "@/lib/rules/incidents/incident";
import { alertingOfUnknownEnd, endsEarlier } from "@/lib/rules/notifications/adjust-alerting";
import { toAlertingColumns } from "@/lib/rules/notifications/alerting";
import type { ReplayedAlert, SimulatedHistory } from "./simulated-history";

/** Evaluates the alerts that have accumulated. `now`: when they were noticed; without it, when they happened. */
export function evaluateAlerts(simulated: SimulatedHistory, now?: Date): void {
  const { state, settings } = simulated;
  const alerts = state.alerts.splice(0);
  state.pauses.length = state.unknownMisses.length = 0;
  if (alerts.length === 0) return;
  const noticedAt = now ?? new Date(Math.max(...alerts.map(({ at }) => at.getTime())));
  const context = contextFor(simulated, noticedAt);
  const evaluated = evaluateAlertsOf({ snitch: state.snitch, alerts }, simulated.incident, {
    rules: settings,
    context,
    now,
  });
  const last = evaluated.incidents.at(-1) ?? simulated.incident;
  state.snitch.recovering = isRecovering(last);
  for (const incident of evaluated.held) notifyHeld(simulated, incident, noticedAt);
  const ofSnitch = evaluated.alerts.map((alert) => ({ ...alert, snitch: state.snitch }));
  for (const alert of spread(ofSnitch, simulated.moments))
    simulated.alerts.push(replayed(simulated, alert, noticedAt));
  for (const { closedBy, notifiedAt } of evaluated.incidents)
    if (closedBy === "paused") simulated.wasPausedOneNotified = notifiedAt !== null;
  simulated.incident = last?.closedAt ? null : last;
}

/** Evaluates the open incident because time has passed: what was held may be due now, or a reminder. */
export function evaluateWaiting(simulated: SimulatedHistory, now: Date): void {
  const { incident } = simulated;
  if ((incident?.nextAt && incident.nextAt <= now) || isReleased(simulated, now))
    evaluateOpen(simulated, now);
}

/** Whether the parent that the notification waits for has recovered. */
const isReleased = ({ incident, history }: SimulatedHistory, now: Date) =>
  Boolean(
    incident?.heldBy &&
      !history.parentsAt(now).some(({ id, isFailing }) => isFailing && id === incident.heldBy),
  );

/** Evaluates the open incident as it is now, if there is one. */
export function evaluateOpen(simulated: SimulatedHistory, now: Date): void {
  const { incident, state, settings } = simulated;
  if (!incident) return;
  const circumstances = circumstancesFor(state.snitch, contextFor(simulated, now), now);
  const { incident: evaluated, due } = evaluateTime(incident, settings, circumstances);
  simulated.incident = { ...incident, ...evaluated };
  if (due === "held") notifyHeld(simulated, incident, now);
  if (due === "reminder") remind(simulated, incident.id, now);
}

const contextFor = ({ state, history }: SimulatedHistory, now: Date): EvaluationContext => ({
  maintenance: new Map([[state.snitch.id, history.maintenance]]),
  parents: new Map([[state.snitch.id, history.parentsAt(now)]]),
});

function replayed(
  { wasPausedOneNotified }: SimulatedHistory,
  alert: EvaluatedAlert,
  noticedAt: Date,
): ReplayedAlert {
  const { kind, from, to, at, cause, incidentId, isExcused } = alert;
  const isUnknownEnd = endsEarlier(alert) && !wasPausedOneNotified;
  const { hold, ...columns } = toAlertingColumns(isUnknownEnd ? alertingOfUnknownEnd(alert) : alert.alerting);
  const isNotified = columns.isNotified || alert.facts.notifiedLater !== undefined;
  const notifiedAt = isNotified ? noticedAt : null;
  return {
    kind,
    from,
    to,
    at,
    cause,
    isNotified,
    notifiedAt,
    hold,
    isExcused,
    isReminder: false,
    incidentId,
  };
}

/** Notifies people now of the latest alert of an incident that waits, as `notifyHeld` of incidents does. */
function notifyHeld({ alerts }: SimulatedHistory, { id, closedAt }: StoredIncident, now: Date): void {
  const held = alerts.findLast(
    (alert) =>
      alert.incidentId === id && !alert.isNotified && (alert.kind === "reporting") === (closedAt !== null),
  );
  if (held) Object.assign(held, { isNotified: true, notifiedAt: now });
}

/** Repeats what was wrong last, whether people were notified of it or not. An alert of this very moment takes its place. */
function remind({ alerts, state: { snitch } }: SimulatedHistory, incidentId: string, now: Date): void {
  const bad = alerts
    .filter(
      (alert) => alert.incidentId === incidentId && alert.kind !== "reporting" && alert.kind !== "paused",
    )
    .reduce<ReplayedAlert | null>((last, alert) => (last && last.at > alert.at ? last : alert), null);
  if (!bad) return;
  const existing = alerts.find(({ kind, at }) => kind === bad.kind && at.getTime() === now.getTime());
  if (existing) Object.assign(existing, { isNotified: true, notifiedAt: existing.notifiedAt ?? now });
  else
    alerts.push({
      ...bad,
      from: snitch.status,
      to: snitch.status,
      at: now,
      notifiedAt: now,
      isNotified: true,
      hold: null,
      isExcused: false,
      isReminder: true,
    });
}
