import type { Alerting, QuietReason } from "../notifications/alerting";
import type { AlertCause } from "../state/alert-cause";
import type { AlertDraft } from "../state/alert-draft";
import { type Circumstances, evaluateHold, NOT_HELD } from "./hold";
import { type AlertRules, type Incident, NOT_ACKNOWLEDGED } from "./incident";

/** An incident after it was evaluated, null if there is none, and what the alert at hand means for people. */
type Evaluation = { incident: Incident | null; alerting: Alerting };

/** What is due because time has passed: the latest alert of the incident that notified no one, a reminder, or nothing. */
type DueNotification = "held" | "reminder" | null;

/**
 * Decides whether people are notified of an alert now. It never changes what is observed, and people who were notified of the
 * beginning of an incident are notified of its end. `incident`: the open one, or null.
 */
export function evaluate(
  incident: Incident | null,
  alert: AlertDraft,
  rules: AlertRules,
  circumstances: Circumstances,
): Evaluation {
  if (alert.kind === "paused")
    return { incident: incident && closed(incident, alert, "paused"), alerting: notifyOf(alert) };
  if (alert.kind === "reporting") return evaluateGood(incident, alert, rules);
  return evaluateBad(incident ?? newIncident(alert, rules), alert, rules, circumstances);
}

/** Decides what people are notified of because time has passed. */
export function evaluateTime(
  incident: Incident,
  rules: AlertRules,
  circumstances: Circumstances,
): { incident: Incident; due: DueNotification } {
  if (incident.closedAt || incident.goodCount > 0)
    return { incident: { ...incident, nextAt: null }, due: null };
  const { now } = circumstances;
  const current = { ...incident, ...evaluateHold(incident, rules, circumstances) };
  const { hold, acknowledgedAt, badCount, notifiedAt, hasPendingNotification, snoozedUntil } = current;
  if (hold || acknowledgedAt || badCount === 0) return { incident: scheduled(current, rules), due: null };
  if (notifiedAt === null || hasPendingNotification)
    return { incident: markNotified(current, rules, now), due: "held" };
  const reminderAt = nextReminder(current, rules);
  const isDue = snoozedUntil !== null || (reminderAt !== null && reminderAt <= now);
  return isDue
    ? { incident: markNotified(current, rules, now), due: "reminder" }
    : { incident: scheduled(current, rules), due: null };
}

/** An alert without a row lets the latest one that was held notify people. For what was held, everyone is notified. */
function notifyOf({ meantFor }: AlertDraft): Alerting {
  if (meantFor === "nobody") return { kind: "notify", of: "held", emails: "now" };
  return { kind: "notify", of: "alert", emails: meantFor === "everybody" ? "now" : "channels only" };
}

const never = (because: QuietReason, { hold }: Pick<Incident, "hold"> = NOT_HELD): Alerting => ({
  kind: "never",
  because,
  hold,
});

/** Those who know of the incident are notified of a recovery. One that no one knows of ends at once. */
function evaluateGood(incident: Incident | null, alert: AlertDraft, rules: AlertRules): Evaluation {
  if (!incident)
    return { incident, alerting: alert.meantFor === "nobody" ? never("counted") : notifyOf(alert) };
  const recovering: Incident = {
    ...incident,
    ...NOT_HELD,
    badCount: 0,
    goodCount: incident.goodCount + 1,
    nextAt: null,
  };
  const isOver = incident.notifiedAt === null || alert.isProof || recovering.goodCount >= rules.recoverAfter;
  if (!isOver) return { incident: recovering, alerting: never("recovering") };
  return {
    incident: closed(recovering, alert, "reported"),
    alerting: incident.notifiedAt === null ? never("unknown beginning") : notifyOf(alert),
  };
}

const closed = (incident: Incident, { at }: AlertDraft, closedBy: "reported" | "paused"): Incident => ({
  ...incident,
  ...NOT_HELD,
  closedAt: at > incident.openedAt ? at : incident.openedAt,
  closedBy,
  hasPendingNotification: false,
  nextAt: null,
});

const BADNESS: Record<AlertCause, number> = { error: 0, too_short: 0, check: 0, missed: 1, overran: 1 };

const chooseCause = ({ cause, kind }: AlertDraft): AlertCause =>
  cause ?? (kind === "missing" ? "missed" : "error");

function evaluateBad(
  before: Incident,
  alert: AlertDraft,
  rules: AlertRules,
  circumstances: Circumstances,
): Evaluation {
  const cause = chooseCause(alert);
  const isWorse = BADNESS[cause] > BADNESS[before.cause];
  const counted: Incident = {
    ...before,
    cause: isWorse ? cause : before.cause,
    badCount: before.badCount + 1,
    goodCount: 0,
    ...(isWorse && NOT_ACKNOWLEDGED),
  };
  const current = { ...counted, ...evaluateHold(counted, rules, circumstances) };
  const isDue =
    !current.acknowledgedAt && (current.notifiedAt === null || isWorse || isRepeated(before, alert, rules));
  if (!isDue) {
    const because = current.acknowledgedAt ? "acknowledged" : "known";
    return { incident: scheduled(current, rules), alerting: never(because, current) };
  }
  if (current.hold)
    return {
      incident: scheduled({ ...current, hasPendingNotification: true }, rules),
      alerting: { kind: "wait", hold: current.hold },
    };
  return { incident: markNotified(current, rules, circumstances.now), alerting: notifyOf(alert) };
}

/** Whether people are notified of a further bad result itself, and not only by the next reminder. One between good results is nothing new. */
const isRepeated = ({ goodCount }: Incident, { meantFor }: AlertDraft, { remindEvery }: AlertRules) =>
  remindEvery === null && meantFor !== "nobody" && goodCount === 0;

const markNotified = (incident: Incident, rules: AlertRules, now: Date): Incident =>
  scheduled(
    {
      ...incident,
      notifiedAt: incident.notifiedAt ?? now,
      lastNotifiedAt: now,
      snoozedUntil: null,
      hasPendingNotification: false,
    },
    rules,
  );

/**
 * What a recovery at this time has to come after: maintenance that held the beginning had ended before it, and no sweep has notified
 * people yet. Null if nothing is due.
 */
export function releaseBeforeRecovery(
  incident: Incident | null,
  rules: AlertRules,
  circumstances: Circumstances,
): Incident | null {
  if (incident?.hold !== "maintenance" || !incident.nextAt || incident.nextAt > circumstances.now)
    return null;
  const evaluated = evaluateTime(incident, rules, circumstances);
  return evaluated.due === "held" ? evaluated.incident : null;
}

/** The incident with the time at which the sweep has to evaluate it again. */
export function scheduled(incident: Incident, rules: AlertRules): Incident {
  const { hold, heldUntil, closedAt, badCount, goodCount } = incident;
  const { acknowledgedAt, hasPendingNotification, snoozedUntil, openedAt } = incident;
  if (closedAt || goodCount > 0) return { ...incident, nextAt: null };
  // What was held is due at once when nothing holds it any more.
  if (!hold && !acknowledgedAt && badCount > 0 && (hasPendingNotification || snoozedUntil))
    return { ...incident, nextAt: snoozedUntil ?? openedAt };
  return { ...incident, nextAt: hold ? heldUntil : nextReminder(incident, rules) };
}

function nextReminder(
  { lastNotifiedAt, acknowledgedAt }: Incident,
  { remindEvery }: AlertRules,
): Date | null {
  if (!lastNotifiedAt || acknowledgedAt || !remindEvery) return null;
  return new Date(lastNotifiedAt.getTime() + remindEvery * 1_000);
}

const newIncident = (alert: AlertDraft, { severity }: AlertRules): Incident => ({
  cause: chooseCause(alert),
  severity,
  openedAt: alert.at,
  notifiedAt: null,
  lastNotifiedAt: null,
  closedAt: null,
  closedBy: null,
  badCount: 0,
  goodCount: 0,
  ...NOT_ACKNOWLEDGED,
  assignedTo: null,
  snoozedUntil: null,
  ...NOT_HELD,
  hasPendingNotification: false,
  nextAt: null,
  step: 0,
});
