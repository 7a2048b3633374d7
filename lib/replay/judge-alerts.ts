import type { JudgedAlert } from "@/lib/alerts/raise";
import { momentOf, spread } from "@/lib/alerts/spread-runs";
import { circumstancesOf, type Surroundings } from "@/lib/incidents/circumstances";
import { endsEarlier, judgeAll, untoldEnd } from "@/lib/incidents/judge-transitions";
import { judgeTime } from "@/lib/rules/incidents/judge";
import type { Life, ReplayedAlert } from "./life";

/** Judges the alerts that have accumulated. `now`: when they were noticed; without it, when they happened. */
export function judgeAlerts(life: Life, now?: Date): void {
  const { found, settings } = life;
  const alerts = found.alerts.splice(0);
  found.pauses.length = found.unknownMisses.length = 0;
  if (alerts.length === 0) return;
  const noticedAt = now ?? new Date(Math.max(...alerts.map(({ at }) => at.getTime())));
  const surroundings = surroundingsOf(life, noticedAt);
  const judged = judgeAll({ snitch: found.snitch, alerts }, life.incident, {
    rules: settings,
    surroundings,
    now,
  });
  const last = judged.incidents.at(-1) ?? life.incident;
  found.snitch.recovering = Boolean(last && !last.closedAt && last.goodCount > 0);
  const ofSnitch = judged.alerts.map((alert) => ({ ...alert, snitch: found.snitch }));
  for (const alert of spread(ofSnitch, life.moments)) {
    life.moments.set(momentOf(found.snitch.id, alert.kind, alert.at), alert.run?.id ?? null);
    life.alerts.push(replayed(life, alert, noticedAt));
  }
  for (const { incident, isGood } of judged.held) tellHeld(life, incident.id, isGood, noticedAt);
  for (const { closedBy, toldAt } of judged.incidents)
    if (closedBy === "paused") life.wasPausedOneTold = toldAt !== null;
  life.incident = last?.closedAt ? null : last;
}

/** Judges the open incident because time has passed: what was held may be due now, or a reminder. */
export function judgeWaiting(life: Life, now: Date): void {
  const { incident } = life;
  if ((incident?.nextAt && incident.nextAt <= now) || isReleased(life, now)) judgeOpen(life, now);
}

/** Whether the parent that telling waits for has recovered. */
const isReleased = ({ incident, history }: Life, now: Date) =>
  Boolean(
    incident?.heldBy && !history.parentsAt(now).some(({ id, isBad }) => isBad && id === incident.heldBy),
  );

/** Judges the open incident as it is now, if there is one. */
export function judgeOpen(life: Life, now: Date): void {
  const { incident, found, settings } = life;
  if (!incident) return;
  const around = circumstancesOf(found.snitch, surroundingsOf(life, now), now);
  const { incident: judged, telling } = judgeTime(incident, settings, around);
  life.incident = { ...incident, ...judged };
  if (telling === "held") tellHeld(life, incident.id, false, now);
  if (telling === "reminder") remind(life, incident.id, now);
}

const surroundingsOf = ({ found, history }: Life, now: Date): Surroundings => ({
  maintenance: new Map([[found.snitch.id, history.maintenance]]),
  parents: new Map([[found.snitch.id, history.parentsAt(now)]]),
});

function replayed({ wasPausedOneTold }: Life, judged: JudgedAlert, noticedAt: Date): ReplayedAlert {
  const alert = endsEarlier(judged) && !wasPausedOneTold ? untoldEnd(judged) : judged;
  const { kind, from, to, at, cause, isTold, hold, isExcused, incidentId } = alert;
  const toldAt = isTold ? noticedAt : null;
  return { kind, from, to, at, cause, isTold, toldAt, hold, isExcused, isReminder: false, incidentId };
}

/** The latest alert of an incident that nobody was told of is told now. */
function tellHeld({ alerts }: Life, incidentId: string, isGood: boolean, now: Date): void {
  const held = alerts.findLast(
    (alert) =>
      alert.incidentId === incidentId &&
      !alert.isTold &&
      !alert.isExcused &&
      (alert.kind === "reporting") === isGood,
  );
  if (held) Object.assign(held, { isTold: true, toldAt: now });
}

/** Repeats what was wrong last, whether people were told of it or not. An alert of this very moment is told instead. */
function remind({ alerts, found: { snitch } }: Life, incidentId: string, now: Date): void {
  const bad = alerts
    .filter(
      (alert) => alert.incidentId === incidentId && alert.kind !== "reporting" && alert.kind !== "paused",
    )
    .reduce<ReplayedAlert | null>((last, alert) => (last && last.at > alert.at ? last : alert), null);
  if (!bad) return;
  const existing = alerts.find(({ kind, at }) => kind === bad.kind && at.getTime() === now.getTime());
  if (existing) Object.assign(existing, { isTold: true, toldAt: existing.toldAt ?? now });
  else
    alerts.push({
      ...bad,
      ...{ from: snitch.status, to: snitch.status, at: now, toldAt: now },
      ...{ isTold: true, hold: null, isExcused: false, isReminder: true },
    });
}
