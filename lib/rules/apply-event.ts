import { draftAlert } from "./alert-draft";
import { applyTime } from "./apply-time";
import { deadlineAfter, isOvertaken, isSameRun } from "./claim";
import { nextDeadline } from "./next-deadline";
import { endedPauses, NO_PAUSE, pause, unpause } from "./pause-rules";
import type { Silence } from "./silence";
import { NO_ARRIVALS, recordArrival } from "./smart-deadline";
import type { EventOf, SnitchEvent } from "./snitch-event";
import type { SnitchState } from "./snitch-state";
import { isDown, isMonitored, nextStatus } from "./status";
import { combine, type Transition, withoutAlerts } from "./transition";

/**
 * Applies an event. Anything already overdue (a missed deadline, an ended pause) is applied first, as `applyTime` does with
 * these silences.
 */
export function applyEvent(before: SnitchState, event: SnitchEvent, silences: Silence[]): Transition {
  if (isStale(before, event)) {
    return withoutAlerts(
      event.kind === "checked_in" ? { ...before, checkedInAt: latest(before.checkedInAt, event.at) } : before,
    );
  }
  const current = applyTime(before, event.at, silences);
  return combine(current, applyToCurrent(current.snitch, event));
}

/**
 * True for a report that arrives after a later event was applied, because it was delayed in another server, a journal or a
 * slow request. It must not end a later pause, contradict a later report, or undo an alerted miss of a later period.
 */
function isStale(before: SnitchState, { kind, at }: SnitchEvent): boolean {
  if (kind !== "checked_in" && kind !== "reported_error") return false;
  const { deadline, pausedAt, pauseUntil, checkedInAt, erroredAt } = before;
  if (pausedAt && pauseUntil === "healthy" && at < pausedAt) return true;
  if (kind === "reported_error" && checkedInAt && at < checkedInAt) return true;
  if (kind === "checked_in" && before.status === "errored" && erroredAt && at < erroredAt) return true;
  return deadline !== null && isOvertaken(before, at, deadline);
}

function applyToCurrent(snitch: SnitchState, event: SnitchEvent): Transition {
  switch (event.kind) {
    case "checked_in":
      return snitch.status === "paused" ? checkInWhilePaused(snitch, event) : checkIn(snitch, event);
    case "reported_error":
      return reportError(snitch, event);
    case "paused":
      return pause(snitch, event);
    case "unpaused":
      return unpause(snitch, event.at);
    case "rescheduled":
      return withoutAlerts(reschedule(snitch, event));
  }
}

function checkIn(snitch: SnitchState, { at, ...report }: EventOf<"checked_in">): Transition {
  const status = nextStatus(snitch.status, "checked_in");
  const arrived = withArrival(snitch, at);
  const healthy: SnitchState = {
    ...arrived,
    status,
    deadline: deadlineSince(arrived, at),
    missingSince: null,
  };
  if (status === snitch.status) return withoutAlerts(healthy);
  const byEmail = isDown(snitch.status);
  const alert = draftAlert({ before: snitch, kind: "reporting", to: status, at, byEmail, report });
  return { snitch: healthy, alerts: [alert], pauses: [], unknownMisses: [] };
}

function checkInWhilePaused(snitch: SnitchState, { at, ...report }: EventOf<"checked_in">): Transition {
  const arrived: SnitchState = { ...withArrival(snitch, at), missingSince: null };
  if (snitch.pauseUntil !== "healthy") return withoutAlerts({ ...arrived, statusBeforePause: "healthy" });
  const healthy: SnitchState = {
    ...arrived,
    ...NO_PAUSE,
    status: "healthy",
    deadline: deadlineSince(arrived, at),
  };
  const byEmail = isDown(snitch.statusBeforePause);
  const alert = draftAlert({ before: snitch, kind: "reporting", to: "healthy", at, byEmail, report });
  return { snitch: healthy, alerts: [alert], pauses: endedPauses(snitch, at), unknownMisses: [] };
}

function reportError(snitch: SnitchState, { at, ...report }: EventOf<"reported_error">): Transition {
  if (snitch.status === "paused") {
    return withoutAlerts({ ...snitch, statusBeforePause: "errored", missingSince: null });
  }
  const lastAlertAt = snitch.status === "errored" ? snitch.erroredAt : null;
  const isAlerted = !lastAlertAt || !isSameRun(snitch, lastAlertAt, at);
  const status = nextStatus(snitch.status, "reported_error");
  const errored: SnitchState = {
    ...snitch,
    status,
    deadline: deadlineSince(snitch, at),
    erroredAt: isAlerted ? at : snitch.erroredAt,
    missingSince: null,
  };
  if (!isAlerted) return withoutAlerts(errored);
  const alert = draftAlert({ before: snitch, kind: "errored", to: status, at, byEmail: true, report });
  return { snitch: errored, alerts: [alert], pauses: [], unknownMisses: [] };
}

function reschedule(snitch: SnitchState, { at, terms, alertType }: EventOf<"rescheduled">): SnitchState {
  const deadline = isMonitored(snitch.status) ? deadlineAfter(terms, at) : null;
  return { ...snitch, ...NO_ARRIVALS, ...terms, alertType, deadline };
}

function withArrival(snitch: SnitchState, at: Date): SnitchState {
  return {
    ...snitch,
    ...recordArrival(snitch, snitch, at),
    checkedInAt: latest(snitch.checkedInAt, at),
  };
}

/** A check-in that arrives after a later one must not move the deadline back. */
const deadlineSince = (snitch: SnitchState, at: Date) => nextDeadline(snitch, latest(snitch.checkedInAt, at));

const latest = (one: Date | null, other: Date) => (one && one > other ? one : other);
