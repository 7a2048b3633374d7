import type { Plan } from "../plans";
import type { Run } from "../runs/run";
import type { ListeningGap } from "../state/listening-gap";
import type { SnitchState } from "../state/snitch-state";
import type { Transition } from "../state/transition";
import type { CheckIn, CheckInKind, CheckInRow } from "./check-in";
import type { Filters } from "./filters";
import type { CountedRequest, RateCounts } from "./rate-limit";

/** How requests are taken, before they mean anything for the state. */
export type IntakeState = {
  /** Which requests count, and what they mean; null for all as they are. */
  filters: Filters | null;
  /** How many requests were recorded. */
  checkInCount: number;
  /** Check-ins from this time on are deferred: stored, and not applied yet. */
  deferredSince: Date | null;
};

/** The part of a snitch that check-ins read and change. */
export type CheckedInSnitch = SnitchState & IntakeState & RateCounts & { id: string; plan: Plan };

/** A snitch to which check-ins are applied, and what they have led to. */
export type ReportedSnitch = Omit<Transition, "snitch"> & {
  snitch: CheckedInSnitch;
  /** The latest error report; null if none is known, which may be so unless it is errored. */
  lastErrorAt: Date | null;
  /** Set by late check-ins, which `applyLateReports` applies: the earliest one, and until when the state has all else. */
  late?: { since: Date; appliedUntil: Date };
  /** The rows that are added to its history. */
  rows: CheckInRow[];
  /** What the database has of its runs; absent if nothing can be out of order. */
  history?: RunHistory;
};

/** A signal that the database has, with the run that it is part of. */
export type RecordedSignal = Pick<CheckIn, "id" | "at" | "exitStatus"> & {
  kind: CheckInKind;
  runId: string | null;
};

/** What the database has of those runs of a snitch that signals out of order may change, and what has become of it. */
export type RunHistory = {
  /** By the name of runs, since when they are here, with the latest one before. */
  since: Map<string | null, Date>;
  runs: Run[];
  signals: Map<string, RecordedSignal>;
  /** The runs whose signals belong to others now, and the signals that do, or that mean something else. */
  dropped: Run[];
  moved: Set<RecordedSignal>;
};

/** What the database knows of the time at which a late check-in happened. */
export type LateFacts = {
  /** What was accepted in its clock hour. */
  counted: CountedRequest[];
  /** Whether anything happened to its snitch since, so that its state is no longer that of this time. */
  isStateNewer: boolean;
  /** Whether its case takes late reports. */
  acceptsLateReports: boolean;
  /** Whether a signal with the same `rid` and meaning was recorded within half a minute of it: a name may be that of a job of each minute. */
  hasSameSignal: boolean;
};

/** What decides how a check-in is applied, besides its snitch. */
export type ApplyContext = {
  /** Check-ins from a journal come after others that happened later, those from a history in order of time. */
  order: "arrival" | "journal" | "time";
  /** Whether another process may hold check-ins that the database does not have. */
  isIncomplete: boolean;
  listeningGaps: ListeningGap[];
};

/** Facts about check-ins, apart from their snitches. */
export type Facts = ApplyContext & {
  /** Too many changes are queued: plain check-ins are deferred. */
  isRush: boolean;
  /** The ids of those already in the history. */
  recordedIds: Set<string>;
  /** Facts about late check-ins, by their ids. */
  late: Map<string, LateFacts>;
};
