import type { Interval } from "./interval";
import { deadlineAfter, periodAfter, periodAt, samePeriod } from "./period";
import { type Habit, learn, NO_HABIT, smartDeadlineAfter } from "./smart";
import { type Report, type Tale, tale } from "./tale";

export type Status = "pending" | "healthy" | "failed" | "errored" | "paused";
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

/** What can befall a snitch; that time passes is the one thing left out, see `settle`. */
export type Happening =
  | ({ kind: "checked_in"; at: Date } & Report)
  | ({ kind: "reported_error"; at: Date } & Report)
  /** `byItself`: nobody asked for it, so people hear of it by mail too. */
  | { kind: "paused"; at: Date; until: PauseUntil; endsAt: Date | null; byItself?: boolean }
  | { kind: "unpaused"; at: Date }
  | { kind: "rescheduled"; at: Date; interval: Interval; alertType: "basic" | "smart" };

/** A pause that is over. */
export type Pause = { startsAt: Date; endsAt: Date };

export type Outcome = { snitch: Watched; tales: Tale[]; pauses: Pause[] };

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

const nextStatus = (status: Status, happening: Happening["kind"] | "missed") =>
  NEXT[status][happening] ?? status;

/** Whether silence is a miss. A snitch has a deadline exactly while this holds. */
export const isWatched = (status: Status) => status !== "pending" && status !== "paused";

const isTrouble = (status: Status | null) => status === "failed" || status === "errored";

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

const later = (one: Date | null, other: Date) => (one && one > other ? one : other);

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

const after = (first: Outcome, then: Outcome): Outcome => ({
  snitch: then.snitch,
  tales: [...first.tales, ...then.tales],
  pauses: [...first.pauses, ...then.pauses],
});

const unchanged = (snitch: Watched): Outcome => ({ snitch, tales: [], pauses: [] });

/**
 * What the passing of time alone has made of a snitch by now: a pause ended, a period was missed.
 * Settling late or twice comes to the same, except that a long sleep is caught up with one tale.
 */
export function settle(snitch: Watched, now: Date): Outcome {
  if (snitch.pauseEndsAt && snitch.pauseEndsAt <= now) {
    const awake = unpause(snitch, snitch.pauseEndsAt);
    return after(awake, settle(awake.snitch, now));
  }
  const heardUntil = new Date(now.getTime() - HEARING_ALLOWANCE_MS);
  if (!snitch.deadline || snitch.deadline > heardUntil) return unchanged(snitch);
  return miss(snitch, snitch.deadline, heardUntil);
}

/** Whether time alone has brought about a miss by now that nobody was told of. */
export const isOverdue = (snitch: Watched, now: Date) => settle(snitch, now).tales.length > 0;

function miss(snitch: Watched, deadline: Date, heardUntil: Date): Outcome {
  const status = nextStatus(snitch.status, "missed");
  // A smart deadline lies inside the period that was missed, a basic one at its end.
  const missed = periodAt(snitch.interval, new Date(deadline.getTime() - 1));
  const following = periodAfter(snitch.interval, missed).end;
  const unheard = periodAt(snitch.interval, heardUntil).end;
  const silent: Watched = {
    ...snitch,
    status,
    deadline: new Date(Math.max(following.getTime(), unheard.getTime())),
    missingSince: snitch.missingSince ?? deadline,
  };
  return { snitch: silent, tales: [tale(snitch, status, "missing", deadline, true)], pauses: [] };
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

type Of<Kind extends Happening["kind"]> = Extract<Happening, { kind: Kind }>;

function heard(snitch: Watched, at: Date): Watched {
  return { ...snitch, ...learn(snitch, snitch.interval, at), checkedInAt: later(snitch.checkedInAt, at) };
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

function pause(snitch: Watched, { at, until, endsAt, byItself = false }: Of<"paused">): Outcome {
  if (snitch.status === "paused") return unchanged({ ...snitch, pauseUntil: until, pauseEndsAt: endsAt });
  const status = nextStatus(snitch.status, "paused");
  if (status !== "paused") return unchanged(snitch);
  const muted: Watched = {
    ...snitch,
    status,
    deadline: null,
    pausedAt: at,
    pauseUntil: until,
    pauseEndsAt: endsAt,
    covered: snitch.status,
  };
  return { snitch: muted, tales: [tale(snitch, status, "paused", at, byItself)], pauses: [] };
}

const NO_PAUSE = { pausedAt: null, pauseUntil: null, pauseEndsAt: null, covered: null } as const;

/** Back to what the pause covered, with a fresh period granted: nobody is alerted for time spent paused. */
function unpause(snitch: Watched, at: Date): Outcome {
  if (snitch.status !== "paused" || !snitch.covered) return unchanged(snitch);
  const awake: Watched = {
    ...snitch,
    ...NO_PAUSE,
    status: snitch.covered,
    deadline: deadlineAfter(snitch.interval, at),
  };
  return { snitch: awake, tales: [], pauses: pauseUpTo(snitch, at) };
}

/** The pause that ends now. A clock that is a little behind must not make it end before it began. */
function pauseUpTo({ pausedAt }: Watched, at: Date): Pause[] {
  return pausedAt ? [{ startsAt: pausedAt, endsAt: at > pausedAt ? at : pausedAt }] : [];
}

function reschedule(snitch: Watched, { at, interval, alertType }: Of<"rescheduled">): Watched {
  const deadline = isWatched(snitch.status) ? deadlineAfter(interval, at) : null;
  return { ...snitch, ...NO_HABIT, interval, alertType, deadline };
}

function deadlineOf(snitch: Watched, at: Date): Date {
  // A check-in can arrive after a later one (two doors, a journal): it grants nothing that is not granted already.
  const latest = later(snitch.checkedInAt, at);
  return snitch.alertType === "smart"
    ? smartDeadlineAfter(snitch.interval, snitch, latest)
    : deadlineAfter(snitch.interval, latest);
}
