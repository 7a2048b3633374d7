import type { Interval } from "./interval";
import { deadlineAfter, periodAfter, periodAt, samePeriod } from "./period";
import { type Habit, learn, NO_HABIT, smartDeadlineAfter } from "./smart";

export type Status = "pending" | "healthy" | "failed" | "errored" | "paused";
export type AlertKind = "missing" | "errored" | "reporting" | "paused";
export type PauseUntil = "healthy" | "unpaused" | "time";

/** What the rules of time know of a snitch. */
export type Watched = Habit & {
  status: Status;
  interval: Interval;
  alertType: "basic" | "smart";
  /** The instant at which silence becomes a miss; null exactly while pending or paused. */
  deadline: Date | null;
  checkedInAt: Date | null;
  /** When an errored alert was last raised. */
  erroredAt: Date | null;
  /** When the current run of misses began. */
  missingSince: Date | null;
  pausedAt: Date | null;
  pauseUntil: PauseUntil | null;
  pauseEndsAt: Date | null;
  /** The status that a pause covers and returns to. */
  covered: Status | null;
};

export type Report = { exitStatus: string; message: string };

/** What can befall a snitch; that time passes is the one thing left out, see `settle`. */
export type Happening =
  | ({ kind: "checked_in"; at: Date } & Report)
  | ({ kind: "reported_error"; at: Date } & Report)
  | { kind: "paused"; at: Date; until: PauseUntil; endsAt: Date | null }
  | { kind: "unpaused"; at: Date }
  | { kind: "rescheduled"; at: Date; interval: Interval; alertType: "basic" | "smart" };

/** Something that people are to be told: every webhook, and by e-mail where `byMail` says so. */
export type Tale = Report & {
  kind: AlertKind;
  from: Status;
  to: Status;
  /** When it happened, not when it was noticed. */
  at: Date;
  byMail: boolean;
  lastCheckedInAt: Date | null;
  /** Since when the snitch had been missing or errored, if this ends it. */
  silentSince: Date | null;
};

export type Outcome = { snitch: Watched; tales: Tale[] };

/** A miss is acted on this long after the deadline, so that a check-in on its way at the boundary is heard first. */
export const HEARING_ALLOWANCE_MS = 60_000;

/** The specification's table of states, row for row. A blank cell leaves the status as it is. */
const NEXT: Record<Status, Partial<Record<Happening["kind"] | "missed", Status>>> = {
  // Our choice; the specification is silent: a job whose first report is an error has errored.
  pending: { checked_in: "healthy", reported_error: "errored" },
  healthy: { reported_error: "errored", missed: "failed", paused: "paused" },
  failed: { checked_in: "healthy", reported_error: "errored", missed: "failed", paused: "paused" },
  // Our choice; the specification is silent: a job that errors and then stops reporting is missing.
  errored: { checked_in: "healthy", missed: "failed", paused: "paused" },
  // What ends a pause depends on its `until`: see `checkInWhilePaused` and `unpause`.
  paused: {},
};

const nextStatus = (status: Status, happening: Happening["kind"] | "missed") => NEXT[status][happening] ?? status;

/** Whether silence is a miss. A snitch has a deadline exactly while this holds. */
export const isWatched = (status: Status) => status !== "pending" && status !== "paused";

const isTrouble = (status: Status | null) => status === "failed" || status === "errored";

/** The state of a snitch after something befell it, with whatever time brought about before, and what to tell. */
export function befall(before: Watched, happening: Happening): Outcome {
  const settled = settle(before, happening.at);
  const { snitch, tales } = apply(settled.snitch, happening);
  return { snitch, tales: [...settled.tales, ...tales] };
}

/**
 * What the passing of time alone has made of a snitch by now: a pause ended, a period was missed.
 * Settling late or twice comes to the same, except that a long sleep is caught up with one tale.
 */
export function settle(snitch: Watched, now: Date): Outcome {
  if (snitch.pauseEndsAt && snitch.pauseEndsAt <= now) {
    return settle(unpause(snitch, snitch.pauseEndsAt), now);
  }
  const heardUntil = new Date(now.getTime() - HEARING_ALLOWANCE_MS);
  if (!snitch.deadline || snitch.deadline > heardUntil) return { snitch, tales: [] };
  return miss(snitch, snitch.deadline, heardUntil);
}

function miss(snitch: Watched, deadline: Date, heardUntil: Date): Outcome {
  const status = nextStatus(snitch.status, "missed");
  // A smart deadline lies inside the period that was missed, a basic one at its end.
  const missed = periodAt(snitch.interval, new Date(deadline.getTime() - 1));
  const following = periodAfter(snitch.interval, missed).end;
  const unheard = periodAt(snitch.interval, heardUntil).end;
  const after: Watched = {
    ...snitch,
    status,
    deadline: following > unheard ? following : unheard,
    missingSince: snitch.missingSince ?? deadline,
  };
  return { snitch: after, tales: [tale(snitch, status, "missing", deadline, true)] };
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
      return { snitch: unpause(snitch, happening.at), tales: [] };
    case "rescheduled":
      return { snitch: reschedule(snitch, happening), tales: [] };
  }
}

type Of<Kind extends Happening["kind"]> = Extract<Happening, { kind: Kind }>;

function heard(snitch: Watched, at: Date): Watched {
  const checkedInAt = snitch.checkedInAt && snitch.checkedInAt > at ? snitch.checkedInAt : at;
  return { ...snitch, ...learn(snitch, snitch.interval, at), checkedInAt };
}

function checkIn(snitch: Watched, { at, ...report }: Of<"checked_in">): Outcome {
  const status = nextStatus(snitch.status, "checked_in");
  const known = heard(snitch, at);
  const after: Watched = { ...known, status, deadline: deadlineOf(known, at), missingSince: null };
  if (status === snitch.status) return { snitch: after, tales: [] };
  return { snitch: after, tales: [tale(snitch, status, "reporting", at, isTrouble(snitch.status), report)] };
}

function checkInWhilePaused(snitch: Watched, { at, ...report }: Of<"checked_in">): Outcome {
  const known: Watched = { ...heard(snitch, at), missingSince: null };
  if (snitch.pauseUntil !== "healthy") return { snitch: { ...known, covered: "healthy" }, tales: [] };
  const after: Watched = { ...known, ...NO_PAUSE, status: "healthy", deadline: deadlineOf(known, at) };
  return { snitch: after, tales: [tale(snitch, "healthy", "reporting", at, isTrouble(snitch.covered), report)] };
}

function reportError(snitch: Watched, { at, ...report }: Of<"reported_error">): Outcome {
  if (snitch.status === "paused") return { snitch: { ...snitch, covered: "errored", missingSince: null }, tales: [] };

  const again = snitch.status === "errored" && snitch.erroredAt;
  const tells = !again || !samePeriod(snitch.interval, again, at);
  const status = nextStatus(snitch.status, "reported_error");
  const after: Watched = {
    ...snitch,
    status,
    deadline: deadlineOf(snitch, at),
    erroredAt: tells ? at : snitch.erroredAt,
    missingSince: null,
  };
  return { snitch: after, tales: tells ? [tale(snitch, status, "errored", at, true, report)] : [] };
}

function pause(snitch: Watched, { at, until, endsAt }: Of<"paused">): Outcome {
  if (snitch.status === "paused") {
    return { snitch: { ...snitch, pauseUntil: until, pauseEndsAt: endsAt }, tales: [] };
  }
  const status = nextStatus(snitch.status, "paused");
  if (status !== "paused") return { snitch, tales: [] };
  const after: Watched = {
    ...snitch,
    status,
    deadline: null,
    pausedAt: at,
    pauseUntil: until,
    pauseEndsAt: endsAt,
    covered: snitch.status,
  };
  return { snitch: after, tales: [tale(snitch, status, "paused", at, false)] };
}

const NO_PAUSE = { pausedAt: null, pauseUntil: null, pauseEndsAt: null, covered: null } as const;

/** Back to what the pause covered, with a fresh period granted: nobody is alerted for time spent paused. */
function unpause(snitch: Watched, at: Date): Watched {
  if (snitch.status !== "paused" || !snitch.covered) return snitch;
  return { ...snitch, ...NO_PAUSE, status: snitch.covered, deadline: deadlineAfter(snitch.interval, at) };
}

function reschedule(snitch: Watched, { at, interval, alertType }: Of<"rescheduled">): Watched {
  const deadline = isWatched(snitch.status) ? deadlineAfter(interval, at) : null;
  return { ...snitch, ...NO_HABIT, interval, alertType, deadline };
}

function deadlineOf(snitch: Watched, at: Date): Date {
  // A check-in can arrive after a later one (two doors, a journal): it grants nothing that is not granted already.
  const latest = snitch.checkedInAt && snitch.checkedInAt > at ? snitch.checkedInAt : at;
  return snitch.alertType === "smart"
    ? smartDeadlineAfter(snitch.interval, snitch, latest)
    : deadlineAfter(snitch.interval, latest);
}

const NOTHING_SAID: Report = { exitStatus: "", message: "" };

function tale(
  before: Watched,
  to: Status,
  kind: AlertKind,
  at: Date,
  byMail: boolean,
  { exitStatus, message }: Report = NOTHING_SAID,
): Tale {
  const silentSince = kind === "reporting" ? (before.missingSince ?? before.erroredAt) : null;
  const { status: from, checkedInAt: lastCheckedInAt } = before;
  return { kind, from, to, at, byMail, exitStatus, message, lastCheckedInAt, silentSince };
}
