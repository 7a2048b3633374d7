import { toAlertRun } from "@/lib/rules/runs/alert-run";
import { isRelative } from "@/lib/rules/runs/parse-check";
import type { Run } from "@/lib/rules/runs/run";
import { hasRunLimit } from "@/lib/rules/runs/terms";
import { listUsualRuns } from "@/lib/rules/runs/usual";
import { compileSchedule } from "@/lib/rules/schedule/compile";
import { hasSameTimes, type ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { draftAlert } from "./alert-draft";
import { applyTime } from "./apply-time";
import type { ListeningGap } from "./listening-gap";
import { deadlineAfter, deadlineOfFirstRun, isOvertaken, isSameRun, matchTick } from "./match-tick";
import { nextDeadline } from "./next-deadline";
import { endedPauses, pause, unpause, withoutOverdueRuns } from "./pause-rules";
import { NO_ARRIVALS, recordArrival } from "./smart-deadline";
import type { EventOf, SnitchEvent } from "./snitch-event";
import { BY_LATEST_REPORT, type DeadlineOrigin, NO_PAUSE, type SnitchState } from "./snitch-state";
import { isDown, nextStatus } from "./status";
import { combine, type Transition, withoutAlerts } from "./transition";

/**
 * Applies an event. Anything already overdue (a missed deadline, an ended pause) is applied first, as `applyTime` does with
 * these listening gaps.
 */
export function applyEvent(
  before: SnitchState,
  event: SnitchEvent,
  listeningGaps: ListeningGap[],
): Transition {
  if (isStale(before, event)) {
    return withoutAlerts(
      event.kind === "checked_in" ? { ...before, checkedInAt: latest(before.checkedInAt, event.at) } : before,
    );
  }
  const current = applyTime(before, event.at, listeningGaps);
  const step = applyToCurrent(current.snitch, event);
  return current.snitch === before ? step : combine(current, step);
}

/**
 * True for a report that arrives after a later event was applied, because it was delayed in another server, a journal or a
 * slow request. It must not end a later pause, contradict a later report, or undo an alerted miss of a later period.
 */
function isStale(before: SnitchState, { kind, at }: SnitchEvent): boolean {
  if (kind !== "checked_in" && kind !== "reported_error" && kind !== "started") return false;
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
    case "started":
      return withoutAlerts(start(snitch, event));
    case "paused":
      return pause(snitch, event);
    case "unpaused":
      return unpause(snitch, event.at);
    case "rescheduled":
      return withoutAlerts(reschedule(snitch, event));
  }
}

function checkIn(snitch: SnitchState, event: EventOf<"checked_in">): Transition {
  const { at, run, ...report } = event;
  const status = nextStatus(snitch.status, "checked_in");
  const arrived = withArrival(snitch, event);
  const healthy: SnitchState = {
    ...arrived,
    ...matched(arrived, event),
    status,
    missingSince: null,
  };
  if (status === snitch.status && !snitch.recovering) return withoutAlerts(healthy);
  const isRecovery = isDown(snitch.status) || snitch.recovering;
  const meantFor = status === snitch.status ? "nobody" : isRecovery ? "everybody" : "channels";
  const alert = draftAlert({
    before: snitch,
    kind: "reporting",
    to: status,
    at,
    meantFor,
    report,
    run: runFacts(run),
  });
  return { snitch: healthy, alerts: [alert], pauses: [], unknownMisses: [] };
}

function checkInWhilePaused(snitch: SnitchState, event: EventOf<"checked_in">): Transition {
  const { at, run, ...report } = event;
  const arrived: SnitchState = { ...withArrival(snitch, event), missingSince: null };
  const match = matched(arrived, event);
  if (snitch.pauseUntil !== "healthy") {
    return withoutAlerts({ ...arrived, matchedTick: match.matchedTick, statusBeforePause: "healthy" });
  }
  const healthy: SnitchState = {
    ...arrived,
    ...withoutOverdueRuns(snitch, at),
    ...NO_PAUSE,
    ...match,
    status: "healthy",
  };
  const meantFor = isDown(snitch.statusBeforePause) ? "everybody" : "channels";
  const alert = draftAlert({
    before: snitch,
    kind: "reporting",
    to: "healthy",
    at,
    meantFor,
    report,
    run: runFacts(run),
  });
  return { snitch: healthy, alerts: [alert], pauses: endedPauses(snitch, at), unknownMisses: [] };
}

function reportError(snitch: SnitchState, event: EventOf<"reported_error">): Transition {
  const { at, run, cause = "error", ...report } = event;
  if (snitch.status === "paused") {
    return withoutAlerts({ ...snitch, statusBeforePause: "errored", missingSince: null });
  }
  const lastAlertAt = snitch.status === "errored" ? snitch.erroredAt : null;
  const isAlerted =
    !lastAlertAt || !(isSameRun(snitch, lastAlertAt, at) || isStillUnusual(snitch, lastAlertAt, run));
  const status = nextStatus(snitch.status, "reported_error");
  const errored: SnitchState = {
    ...snitch,
    ...matched(snitch, event, "error"),
    status,
    erroredAt: isAlerted ? at : snitch.erroredAt,
    missingSince: null,
  };
  const alert = draftAlert({
    before: snitch,
    kind: "errored",
    to: status,
    at,
    report,
    cause,
    meantFor: isAlerted ? "everybody" : "nobody",
    run: runFacts(run),
  });
  return { snitch: errored, alerts: [alert], pauses: [], unknownMisses: [] };
}

/** Whether one of the runs that this one is compared with was alerted of the same check: another level is alerted once, and learned. */
const isStillUnusual = ({ runs, earlierRuns }: SnitchState, alertedAt: Date, run: Run | null | undefined) =>
  run?.failedCheck != null &&
  isRelative(run.failedCheck) &&
  listUsualRuns([...earlierRuns, ...runs], run.endedAt ?? run.at).some(
    ({ failedCheck, endedAt }) =>
      failedCheck === run.failedCheck && endedAt?.getTime() === alertedAt.getTime(),
  );

/** Another schedule grants a fresh period. Where only the grace changes, the deadline moves by the difference. */
function reschedule(snitch: SnitchState, { at, terms, alertType }: EventOf<"rescheduled">): SnitchState {
  if (alertType === snitch.alertType && hasSameTimes(terms, snitch)) return regrade(snitch, terms, at);
  const deadline = snitch.deadline && deadlineAfter(terms, at);
  const origin: DeadlineOrigin = { deadlineBy: "rescheduled", deadlineSince: at };
  return { ...snitch, ...NO_ARRIVALS, ...terms, alertType, deadline, ...origin };
}

function regrade(snitch: SnitchState, terms: ScheduleTerms, at: Date): SnitchState {
  const regraded = { ...snitch, ...terms };
  if (!snitch.deadline) return regraded;
  const since = snitch.matchedTick ?? snitch.deadlineSince ?? snitch.checkedInAt ?? at;
  const byMs = nextDeadline(regraded, since).getTime() - nextDeadline(snitch, since).getTime();
  return { ...regraded, deadline: latest(new Date(snitch.deadline.getTime() + byMs), at) };
}

/**
 * The start of a run. If it is what is expected, or if runs have a limit of their own, it is enough for its time. A
 * start that abandons a run counts only while reports still come, because a job that begins again and again, and never
 * ends, must be alerted.
 */
function start(snitch: SnitchState, { at, abandons }: EventOf<"started">): SnitchState {
  if (snitch.status === "pending" && !snitch.deadline) return arm(snitch, at);
  if (!snitch.deadline) return snitch;
  if (snitch.expects === "finish") {
    if (!hasRunLimit(snitch) || (abandons && !hasReportedLately(snitch, at))) return snitch;
  }
  return { ...snitch, ...matched(snitch, { at, matchAt: at }) };
}

/**
 * The first start of a job that has never reported: from now on its silence counts. A run with a limit has that, and the next one has
 * to start in time; otherwise the run has to end in time. Our choice; the specification knows no starts.
 */
function arm(snitch: SnitchState, at: Date): SnitchState {
  const deadline = hasRunLimit(snitch) ? deadlineAfter(snitch, at) : deadlineOfFirstRun(snitch, at);
  const matchedTick = hasRunLimit(snitch) ? at : snitch.matchedTick;
  return { ...snitch, deadline, matchedTick, deadlineBy: "started", deadlineSince: at };
}

/** Whether a report came for one of the two times before that of this instant. */
function hasReportedLately(snitch: SnitchState, at: Date): boolean {
  const { checkedInAt, erroredAt } = snitch;
  const last = Math.max(checkedInAt?.getTime() ?? 0, erroredAt?.getTime() ?? 0);
  const { nextTick } = compileSchedule(snitch);
  return (
    last > 0 &&
    nextTick(nextTick(matchTick(snitch, new Date(last)).getTime())) >= matchTick(snitch, at).getTime()
  );
}

const runFacts = (run: Run | null | undefined) => (run ? toAlertRun(run) : null);

/** A smart deadline learns when what is expected comes: the finish of a run, or its start. */
function withArrival(snitch: SnitchState, { at, matchAt = at }: EventOf<"checked_in">): SnitchState {
  const isStartExpected = hasRunLimit(snitch) || snitch.expects === "start";
  return {
    ...snitch,
    ...recordArrival(snitch, snitch, isStartExpected ? matchAt : at, matchAt),
    checkedInAt: latest(snitch.checkedInAt, at),
  };
}

/**
 * The deadline after a report, and the latest instant that one counted for. A report that arrives after a later one, or of
 * a run that began before another one, must not move the deadline back.
 */
function matched(
  snitch: SnitchState,
  { at, matchAt }: { at: Date; matchAt?: Date },
  by: "report" | "error" = "report",
): Pick<SnitchState, "deadline" | "matchedTick" | keyof DeadlineOrigin> {
  if (!matchAt && !snitch.matchedTick) {
    const since = latest(snitch.checkedInAt, at);
    const origin = by === "error" ? { deadlineBy: by, deadlineSince: since } : BY_LATEST_REPORT;
    return { deadline: nextDeadline(snitch, since), matchedTick: null, ...origin };
  }
  const matchedTick = latest(snitch.matchedTick, matchAt ?? at);
  const deadline = nextDeadline(snitch, matchedTick);
  if (snitch.deadline && snitch.deadline > deadline) {
    const { deadlineBy, deadlineSince } = snitch;
    return { deadline: snitch.deadline, matchedTick, deadlineBy, deadlineSince };
  }
  if (deadline > at || snitch.deadline) return { deadline, matchedTick, ...BY_LATEST_REPORT };
  return { deadline: nextDeadline(snitch, at), matchedTick, deadlineBy: by, deadlineSince: at };
}

const latest = (one: Date | null, other: Date) => (one && one > other ? one : other);
