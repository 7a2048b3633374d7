import { tale } from "./alert-draft";
import { settle } from "./apply-time";
import { NO_PAUSE, pause, pauseUpTo, unpause } from "./pause-rules";
import { deadlineAfter, samePeriod } from "./period";
import { learn, NO_HABIT, smartDeadlineAfter } from "./smart-deadline";
import {
  after,
  type Happening,
  isTrouble,
  isWatched,
  nextStatus,
  type Of,
  type Outcome,
  unchanged,
  type Watched,
} from "./status";

/** The state of a snitch after something befell it, with whatever time brought about before, and what to tell. */
export function befall(before: Watched, happening: Happening): Outcome {
  if (isOvertaken(before, happening))
    return unchanged(
      happening.kind === "checked_in"
        ? { ...before, checkedInAt: later(before.checkedInAt, happening.at) }
        : before,
    );
  const settled = settle(before, happening.at);
  return after(settled, apply(settled.snitch, happening));
}

/**
 * Whether a report arrives after something that already went beyond it (two doors, a journal, a slow request): it is
 * history. It could only grant time that has been granted or even told as missed, or deny what the job said later.
 */
function isOvertaken(before: Watched, { kind, at }: Happening): boolean {
  if (kind !== "checked_in" && kind !== "reported_error") return false;
  const { interval, deadline, pausedAt, pauseUntil, checkedInAt, erroredAt } = before;
  if (pausedAt && pauseUntil === "healthy" && at < pausedAt) return true;
  if (kind === "reported_error" && checkedInAt && at < checkedInAt) return true;
  if (kind === "checked_in" && before.status === "errored" && erroredAt && at < erroredAt) return true;
  return deadline !== null && deadlineAfter(interval, at) < deadline;
}

function apply(snitch: Watched, happening: Happening): Outcome {
  switch (happening.kind) {
    case "checked_in":
      return snitch.status === "paused" ? checkInWhilePaused(snitch, happening) : checkIn(snitch, happening);
    case "reported_error":
      return reportError(snitch, happening);
    case "paused":
      return pause(snitch, happening);
    case "unpaused":
      return unpause(snitch, happening.at);
    case "rescheduled":
      return unchanged(reschedule(snitch, happening));
  }
}

function checkIn(snitch: Watched, { at, ...report }: Of<"checked_in">): Outcome {
  const status = nextStatus(snitch.status, "checked_in");
  const known = heard(snitch, at);
  const well: Watched = { ...known, status, deadline: deadlineOf(known, at), missingSince: null };
  if (status === snitch.status) return unchanged(well);
  const told = tale(snitch, status, "reporting", at, isTrouble(snitch.status), report);
  return { snitch: well, tales: [told], pauses: [] };
}

function checkInWhilePaused(snitch: Watched, { at, ...report }: Of<"checked_in">): Outcome {
  const known: Watched = { ...heard(snitch, at), missingSince: null };
  if (snitch.pauseUntil !== "healthy") return unchanged({ ...known, covered: "healthy" });
  const well: Watched = { ...known, ...NO_PAUSE, status: "healthy", deadline: deadlineOf(known, at) };
  const told = tale(snitch, "healthy", "reporting", at, isTrouble(snitch.covered), report);
  return { snitch: well, tales: [told], pauses: pauseUpTo(snitch, at) };
}

function reportError(snitch: Watched, { at, ...report }: Of<"reported_error">): Outcome {
  if (snitch.status === "paused") return unchanged({ ...snitch, covered: "errored", missingSince: null });

  const again = snitch.status === "errored" && snitch.erroredAt;
  const tells = !again || !samePeriod(snitch.interval, again, at);
  const status = nextStatus(snitch.status, "reported_error");
  const erring: Watched = {
    ...snitch,
    status,
    deadline: deadlineOf(snitch, at),
    erroredAt: tells ? at : snitch.erroredAt,
    missingSince: null,
  };
  return {
    snitch: erring,
    tales: tells ? [tale(snitch, status, "errored", at, true, report)] : [],
    pauses: [],
  };
}

function reschedule(snitch: Watched, { at, interval, alertType }: Of<"rescheduled">): Watched {
  const deadline = isWatched(snitch.status) ? deadlineAfter(interval, at) : null;
  return { ...snitch, ...NO_HABIT, interval, alertType, deadline };
}

function heard(snitch: Watched, at: Date): Watched {
  return { ...snitch, ...learn(snitch, snitch.interval, at), checkedInAt: later(snitch.checkedInAt, at) };
}

function deadlineOf(snitch: Watched, at: Date): Date {
  // A check-in can arrive after a later one (two doors, a journal): it grants nothing that is not granted already.
  const latest = later(snitch.checkedInAt, at);
  return snitch.alertType === "smart"
    ? smartDeadlineAfter(snitch.interval, snitch, latest)
    : deadlineAfter(snitch.interval, latest);
}

const later = (one: Date | null, other: Date) => (one && one > other ? one : other);
