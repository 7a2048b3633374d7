import type { Report, Tale } from "./alert-draft";
import type { Interval } from "./interval";
import type { Habit } from "./smart-deadline";

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

/** A happening of one kind. */
export type Of<Kind extends Happening["kind"]> = Extract<Happening, { kind: Kind }>;

/** A pause that is over. */
export type Pause = { startsAt: Date; endsAt: Date };

export type Outcome = { snitch: Watched; tales: Tale[]; pauses: Pause[] };

export const unchanged = (snitch: Watched): Outcome => ({ snitch, tales: [], pauses: [] });

export const after = (first: Outcome, then: Outcome): Outcome => ({
  snitch: then.snitch,
  tales: [...first.tales, ...then.tales],
  pauses: [...first.pauses, ...then.pauses],
});

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

/** What a status becomes by this. */
export const nextStatus = (status: Status, happening: Happening["kind"] | "missed") =>
  NEXT[status][happening] ?? status;

/** Whether silence is a miss. A snitch has a deadline exactly while this holds. */
export const isWatched = (status: Status) => status !== "pending" && status !== "paused";

export const isTrouble = (status: Status | null) => status === "failed" || status === "errored";
