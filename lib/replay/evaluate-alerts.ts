import { circumstancesFor, type EvaluationContext } from "@/lib/incidents/circumstances";
import { evaluateAlertsOf } from "@/lib/incidents/evaluate-transitions";
import type { HeldNotification } from "@/lib/incidents/notify-held";
import type { EvaluatedAlert } from "@/lib/incidents/raise-alerts";
import { buildMomentKey, spread } from "@/lib/incidents/spread-runs";
import { evaluateTime } from "@/lib/rules/incidents/evaluate";
import { isRecovering } from "@/lib/rules/incidents/incident";
import { alertingOfUnknownEnd, endsEarlier } from "@/lib/rules/notifications/adjust-alerting";
import { toAlertingColumns } from "@/lib/rules/notifications/alerting";
import type { ReplayedAlert, SimulatedHistory } from "./simulated-history";

/** Evaluates the alerts that have accumulated. `now`: when they were noticed; without it, when they happened. */
export function evaluateAlerts(simulated: SimulatedHistory, now?: Date): void {
  const { found, settings } = simulated;
  const alerts = found.alerts.splice(0);
  found.pauses.length = found.unknownMisses.length = 0;
  if (alerts.length === 0) return;
  const noticedAt = now ?? new Date(Math.max(...alerts.map(({ at }) => at.getTime())));
  const context = contextFor(simulated, noticedAt);
  const evaluated = evaluateAlertsOf({ snitch: found.snitch, alerts }, simulated.incident, {
    rules: settings,
    context,
    now,
  });
  const last = evaluated.incidents.at(-1) ?? simulated.incident;
  found.snitch.recovering = isRecovering(last);
  const ofSnitch = evaluated.alerts.map((alert) => ({ ...alert, snitch: found.snitch }));
  for (const alert of spread(ofSnitch, simulated.moments)) {
    simulated.moments.set(buildMomentKey(found.snitch.id, alert.kind, alert.at), alert.run?.id ?? null);
    simulated.alerts.push(replayed(simulated, alert, noticedAt));
  }
  for (const held of evaluated.held) notifyHeld(simulated, held, noticedAt);
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
    incident?.heldBy && !history.parentsAt(now).some(({ id, isBad }) => isBad && id === incident.heldBy),
  );

/** Evaluates the open incident as it is now, if there is one. */
export function evaluateOpen(simulated: SimulatedHistory, now: Date): void {
  const { incident, found, settings } = simulated;
  if (!incident) return;
  const circumstances = circumstancesFor(found.snitch, contextFor(simulated, now), now);
  const { incident: evaluated, due } = evaluateTime(incident, settings, circumstances);
  simulated.incident = { ...incident, ...evaluated };
  if (due === "held") notifyHeld(simulated, { incident, isGood: false, dueAt: now }, now);
  if (due === "reminder") remind(simulated, incident.id, now);
}

const contextFor = ({ found, history }: SimulatedHistory, now: Date): EvaluationContext => ({
  maintenance: new Map([[found.snitch.id, history.maintenance]]),
  parents: new Map([[found.snitch.id, history.parentsAt(now)]]),
});

function replayed(
  { wasPausedOneNotified }: SimulatedHistory,
  alert: EvaluatedAlert,
  noticedAt: Date,
): ReplayedAlert {
  const { kind, from, to, at, cause, incidentId } = alert;
  const isUnknownEnd = endsEarlier(alert) && !wasPausedOneNotified;
  const { isNotified, hold, isExcused } = toAlertingColumns(
    isUnknownEnd ? alertingOfUnknownEnd(alert) : alert.alerting,
  );
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

/** Notifies people now of the latest alert of an incident that was held when its notification became due, as `notifyHeld` of incidents does. */
function notifyHeld(
  { alerts }: SimulatedHistory,
  { incident, isGood, dueAt }: HeldNotification,
  now: Date,
): void {
  const waiting = alerts.filter(
    (alert) =>
      alert.incidentId === incident.id &&
      !alert.isNotified &&
      !alert.isExcused &&
      (alert.kind === "reporting") === isGood,
  );
  const held = waiting.findLast(({ at }) => at <= dueAt) ?? waiting.at(-1);
  if (held) Object.assign(held, { isNotified: true, notifiedAt: now });
}

/** Repeats what was wrong last, whether people were notified of it or not. An alert of this very moment takes its place. */
function remind({ alerts, found: { snitch } }: SimulatedHistory, incidentId: string, now: Date): void {
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
