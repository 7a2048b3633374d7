import type { AlertCause } from "../alert-cause";
import type { AlertDraft } from "../alert-draft";
import { type Circumstances, holdingOf, NOT_HELD } from "./hold";
import type { AlertRules, Incident } from "./incident";

/**
 * What to tell: the alert at hand; `held`, the latest alert of the incident that nobody was told of; a reminder; or nothing.
 */
export type Telling = "alert" | "held" | "reminder" | null;

/** An incident after it was judged, and what to tell. It is null if there is none. */
export type Judgment = { incident: Incident | null; telling: Telling };

/**
 * Decides whether people are told of an alert now. It never changes what is observed, and whoever was told of the beginning
 * of an incident is told of its end. `incident`: the open one, or null. `isExcused`: the alert is a miss that is excused by
 * maintenance.
 */
export function judge(
  incident: Incident | null,
  alert: AlertDraft,
  rules: AlertRules,
  around: Circumstances & { isExcused: boolean },
): Judgment {
  if (alert.kind === "paused")
    return { incident: incident && closed(incident, alert, "paused"), telling: "alert" };
  if (alert.kind === "reporting") return judgeGood(incident, alert, rules);
  return judgeBad(incident ?? newIncident(alert, rules), alert, rules, around);
}

/** Decides what to tell because time has passed. */
export function judgeTime(incident: Incident, rules: AlertRules, around: Circumstances): Judgment {
  if (incident.closedAt || incident.goodCount > 0)
    return { incident: { ...incident, nextAt: null }, telling: null };
  const { now } = around;
  const current = { ...incident, ...holdingOf(incident, rules, around) };
  const { hold, acknowledgedAt, badCount, toldAt, hasUntold, snoozedUntil } = current;
  if (hold || acknowledgedAt || badCount === 0) return { incident: scheduled(current, rules), telling: null };
  if (toldAt === null || hasUntold) return { incident: told(current, rules, now), telling: "held" };
  const reminderAt = nextReminder(current, rules);
  const isDue = snoozedUntil !== null || (reminderAt !== null && reminderAt <= now);
  return isDue
    ? { incident: told(current, rules, now), telling: "reminder" }
    : { incident: scheduled(current, rules), telling: null };
}

/** A recovery is told to those who know of the incident. One that nobody knows of ends at once. */
function judgeGood(incident: Incident | null, alert: AlertDraft, rules: AlertRules): Judgment {
  const telling = alert.isOnlyCounted ? "held" : "alert";
  if (!incident) return { incident, telling: alert.isOnlyCounted ? null : "alert" };
  const recovering: Incident = {
    ...incident,
    ...NOT_HELD,
    badCount: 0,
    goodCount: incident.goodCount + 1,
    nextAt: null,
  };
  const isOver = incident.toldAt === null || recovering.goodCount >= rules.recoverAfter;
  if (!isOver) return { incident: recovering, telling: null };
  return {
    incident: closed(recovering, alert, "reported"),
    telling: incident.toldAt === null ? null : telling,
  };
}

const closed = (incident: Incident, { at }: AlertDraft, closedBy: "reported" | "paused"): Incident => ({
  ...incident,
  ...NOT_HELD,
  closedAt: at > incident.openedAt ? at : incident.openedAt,
  closedBy,
  hasUntold: false,
  nextAt: null,
});

const BADNESS: Record<AlertCause, number> = { error: 0, too_short: 0, check: 0, missed: 1, overran: 1 };

const causeOf = ({ cause, kind }: AlertDraft): AlertCause =>
  cause ?? (kind === "missing" ? "missed" : "error");

function judgeBad(
  before: Incident,
  alert: AlertDraft,
  rules: AlertRules,
  around: Circumstances & { isExcused: boolean },
): Judgment {
  if (around.isExcused) {
    const heldUntil = before.badCount > 0 ? (around.maintenanceUntil ?? around.now) : null;
    const excused = { ...before, ...NOT_HELD, hold: "maintenance" as const, heldUntil };
    return { incident: scheduled(excused, rules), telling: null };
  }
  const cause = causeOf(alert);
  const isWorse = BADNESS[cause] > BADNESS[before.cause];
  const counted: Incident = {
    ...before,
    cause: isWorse ? cause : before.cause,
    badCount: before.badCount + 1,
    goodCount: 0,
    ...(isWorse && { acknowledgedAt: null, acknowledgedBy: null }),
  };
  const current = { ...counted, ...holdingOf(counted, rules, around) };
  const isDue =
    !current.acknowledgedAt && (current.toldAt === null || isWorse || isRepeated(before, alert, rules));
  if (!isDue) return { incident: scheduled(current, rules), telling: null };
  if (current.hold) return { incident: scheduled({ ...current, hasUntold: true }, rules), telling: null };
  return { incident: told(current, rules, around.now), telling: alert.isOnlyCounted ? "held" : "alert" };
}

/** Whether a further bad result is told as such, and not only by the next reminder. One between good results is nothing new. */
const isRepeated = ({ goodCount }: Incident, { isOnlyCounted }: AlertDraft, { remindEvery }: AlertRules) =>
  remindEvery === null && !isOnlyCounted && goodCount === 0;

const told = (incident: Incident, rules: AlertRules, now: Date): Incident =>
  scheduled(
    { ...incident, toldAt: incident.toldAt ?? now, lastToldAt: now, snoozedUntil: null, hasUntold: false },
    rules,
  );

/** The incident with the time at which the sweep has to judge it again. */
export function scheduled(incident: Incident, rules: AlertRules): Incident {
  const { hold, heldUntil, closedAt, badCount, goodCount } = incident;
  const { acknowledgedAt, hasUntold, snoozedUntil, openedAt } = incident;
  if (closedAt || goodCount > 0) return { ...incident, nextAt: null };
  // What was held back is due at once when nothing holds it any more. If all of it is excused, there is nothing to tell.
  if (!hold && !acknowledgedAt && badCount > 0 && (hasUntold || snoozedUntil))
    return { ...incident, nextAt: snoozedUntil ?? openedAt };
  return { ...incident, nextAt: hold ? heldUntil : nextReminder(incident, rules) };
}

function nextReminder({ lastToldAt, acknowledgedAt }: Incident, { remindEvery }: AlertRules): Date | null {
  if (!lastToldAt || acknowledgedAt || !remindEvery) return null;
  return new Date(lastToldAt.getTime() + remindEvery * 1_000);
}

const newIncident = (alert: AlertDraft, { severity }: AlertRules): Incident => ({
  cause: causeOf(alert),
  severity,
  openedAt: alert.at,
  toldAt: null,
  lastToldAt: null,
  closedAt: null,
  closedBy: null,
  badCount: 0,
  goodCount: 0,
  acknowledgedAt: null,
  acknowledgedBy: null,
  snoozedUntil: null,
  ...NOT_HELD,
  hasUntold: false,
  nextAt: null,
  step: 0,
});
