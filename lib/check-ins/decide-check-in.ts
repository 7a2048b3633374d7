import { listenerId } from "@/lib/outages/listener";
import { isReportedLate } from "@/lib/rules/reports/age";
import { type RateDecision, refusedMinuteToKeep } from "@/lib/rules/reports/rate-limit";
import type { LockedSnitch } from "@/lib/snitches/store";
import {
  type Applied,
  type ApplyContext,
  applyCheckIn,
  earlier,
  type ReportedSnitch,
  waitsForWorkers,
} from "./apply-check-in";
import type { CheckIn, CheckInResult } from "./check-in";
import { countRate, countRateInPast, countsAfter } from "./count-rate";
import { asIgnored, filterCheckIn } from "./filter-check-in";
import type { CheckInRow } from "./insert";
import type { Past } from "./past";

/** A snitch with what the check-ins of a batch have changed so far. */
export type SnitchInBatch = ReportedSnitch & {
  /** As the transaction locked it. */
  readonly before: LockedSnitch;
  /** The rows that this batch adds to its history, by the id of the check-in. */
  readonly rows: Map<string, CheckInRow>;
};

// Made for each check-in. They name all properties: to add some to an object that was spread takes as long as the rules.
export const inBatch = (snitch: LockedSnitch, lastErrorAt: Date | null): SnitchInBatch => ({
  before: snitch,
  snitch,
  lastErrorAt,
  late: undefined,
  rows: new Map(),
  alerts: [],
  pauses: [],
  unknownMisses: [],
});

/** The same with a snitch of its own, which a check-in may change. */
const copyOf = (target: SnitchInBatch): SnitchInBatch => ({
  before: target.before,
  snitch: { ...target.snitch },
  lastErrorAt: target.lastErrorAt,
  late: target.late,
  rows: target.rows,
  alerts: target.alerts,
  pauses: target.pauses,
  unknownMisses: target.unknownMisses,
});

/** What is known of the check-ins of a batch, beside their snitches. */
export type Facts = ApplyContext & {
  /** The batch takes no changes of snitches: they are left to the queue of changes. */
  isOnlyRoutine: boolean;
  /** Too many changes are queued: the workers apply plain check-ins to their snitches later. */
  isRush: boolean;
  /** The ids of those that are in the history already. */
  recordedIds: Set<string>;
  /** Of those that had happened before they were received, by their ids. */
  past?: Map<string, Past>;
};

type Because =
  | { kind: "refuse"; because: "unknown token" | "rate" | "no late reports" }
  | { kind: "repeat"; because: "recorded" | "in this batch" | "same signal" }
  | { kind: "to late reports"; because: "newer state" | "newer report" | "pause" }
  | { kind: "to workers"; because: "rush" | "earlier one waits" | "others may be missing" }
  | { kind: "apply"; because: "out of order" | "change" }
  | { kind: "apply in place"; because: "routine" };

/** What becomes of a check-in, and why. `after`: its snitch after it, and `applied`: what is written of it; absent if nothing is. */
export type CheckInDecision =
  | { kind: "to changes"; because: "out of order" | "change" }
  | (Because & { result: CheckInResult; after?: SnitchInBatch; applied?: Applied });

/**
 * Decides what becomes of a check-in: it is refused, a repeat, left to the queue of changes, to the late reports or to the workers,
 * or applied, in place if only the routine columns of its snitch change. Pure: `after` is the snitch after it, and `target` stays as
 * it is.
 */
export function decideCheckIn(
  target: SnitchInBatch | undefined,
  received: CheckIn,
  facts: Facts,
): CheckInDecision {
  if (!target) return { kind: "refuse", because: "unknown token", result: { kind: "unknown" } };
  const checkIn = understand(received, target.snitch);
  const past = facts.past?.get(checkIn.id);
  const rate = past
    ? countRateInPast(target.snitch, checkIn, past, target.rows.values())
    : countRate(target.snitch, checkIn);
  const result = { kind: "recorded", decision: rate } as const;
  const repeat = findRepeat(target, checkIn, facts, past);
  if (repeat) return { kind: "repeat", because: repeat, result };
  if (past && !past.acceptsLateReports && isReportedLate(checkIn))
    return { kind: "refuse", because: "no late reports", result: NO_LATE_REPORTS };
  // Those of a journal were answered 202.
  if (!rate.accepted && facts.order !== "journal")
    return past ? refuseInPast(checkIn, rate) : refuse(target, checkIn, rate);

  const after = copyOf(target);
  const { snitch } = after;
  snitch.checkInCount += 1;
  Object.assign(snitch, countsAfter(snitch, checkIn, rate, past !== undefined));
  const lateness = past ? findLateness(target, checkIn, past) : null;
  if (lateness) leaveToLateReports(after, checkIn);
  const isLeft = facts.isRush && canWait(after, checkIn);
  if (isLeft) snitch.deferredSince = earlier(snitch.deferredSince, checkIn.at);
  const applied = applyCheckIn(after, checkIn, facts);

  const isRoutine = changedColumns(after) === "routine";
  const because = applied.outOfOrder ? "out of order" : "change";
  if (facts.isOnlyRoutine && (applied.outOfOrder || !isRoutine)) return { kind: "to changes", because };
  if (lateness) return { kind: "to late reports", because: lateness, result, after, applied };
  if (isLeft) return { kind: "to workers", because: "rush", result, after, applied };
  if (waitsForWorkers(target.snitch, checkIn.at, facts)) {
    const reason = target.snitch.deferredSince ? "earlier one waits" : "others may be missing";
    return { kind: "to workers", because: reason, result, after, applied };
  }
  if (applied.outOfOrder || !isRoutine) return { kind: "apply", because, result, after, applied };
  return { kind: "apply in place", because: "routine", result, after, applied };
}

/** A check-in as the filters of its snitch understand it. */
function understand(checkIn: CheckIn, { filters, status, pauseUntil }: LockedSnitch): CheckIn {
  if (!filters) return checkIn;
  const isIgnored = filters.manualResume && status === "paused" && pauseUntil === "unpaused";
  return isIgnored ? asIgnored(checkIn) : filterCheckIn(checkIn, filters);
}

function findRepeat(
  { rows }: SnitchInBatch,
  { id, mayRepeat }: CheckIn,
  { recordedIds }: Facts,
  past: Past | undefined,
) {
  if (recordedIds.has(id)) return "recorded";
  if (mayRepeat && rows.has(id)) return "in this batch";
  return past?.hasSameSignal ? "same signal" : null;
}

/** Why what a check-in of the past means is found by a replay of its snitch's history; null if it is not. */
function findLateness({ rows, late, snitch }: SnitchInBatch, checkIn: CheckIn, { isStateNewer }: Past) {
  if (isStateNewer) return "newer state";
  const isBehind = late !== undefined || [...rows.values()].some((row) => row.checkIn.at >= checkIn.at);
  if (isBehind) return "newer report";
  // No late report ends a pause.
  return snitch.status === "paused" && isReportedLate(checkIn) ? "pause" : null;
}

/** Leaves it to `applyLateReports` what this report and all later ones mean for the snitch. */
function leaveToLateReports(after: SnitchInBatch, { at, receivedAt = at }: CheckIn): void {
  const { snitch, late } = after;
  const appliedUntil = snitch.deferredSince && !late ? earlier(snitch.deferredSince, receivedAt) : receivedAt;
  after.late = {
    since: earlier(late?.since ?? null, at),
    appliedUntil: earlier(late?.appliedUntil ?? null, appliedUntil),
  };
  snitch.deferredSince = earlier(snitch.deferredSince, at);
}

/**
 * Whether the workers can find out later what a check-in means: it is not by hand, nothing about runs, and nothing that is later has
 * been applied, which would be applied again.
 */
function canWait(
  { snitch, lastErrorAt }: SnitchInBatch,
  { method, at, receivedAt, signal }: CheckIn,
): boolean {
  if (method === "" || receivedAt || signal || snitch.runs.length > 0) return false;
  const { checkedInAt, erroredAt } = snitch;
  return [checkedInAt, erroredAt, lastErrorAt].every((applied) => applied === null || applied < at);
}

/** Whether its state is one in which most check-ins find their snitch, and in which they leave it. */
export const hasRoutineState = (snitch: LockedSnitch): boolean =>
  snitch.deferredSince === null && isRoutineOnceApplied(snitch);

const isRoutineOnceApplied = ({ status, missingSince, deadlineBy }: LockedSnitch) =>
  status === "healthy" && missingSince === null && deadlineBy === null;

export type ChangedColumns = "routine" | "deferral" | "any";

/** Which columns a batch has changed: those of `saveRoutine`, those of `saveDeferred`, or any, with rows of other tables. */
export function changedColumns({
  before,
  snitch,
  late,
  alerts,
  pauses,
  unknownMisses,
}: SnitchInBatch): ChangedColumns {
  const isMore = alerts.length > 0 || pauses.length > 0 || unknownMisses.length > 0;
  if (isMore || !hasRoutineState(before)) return "any";
  if (hasRoutineState(snitch)) return "routine";
  return !late && isRoutineOnceApplied(snitch) ? "deferral" : "any";
}

const NO_LATE_REPORTS: CheckInResult = {
  kind: "refused",
  status: 403,
  sentence:
    "This case takes no late reports, so this check-in was not recorded. To take them, open the settings of the case and choose to accept late reports.",
};

/** A minute that is over takes no more check-ins, so nobody is asked to repeat this one. */
function refuseInPast({ receivedAt }: CheckIn, decision: RateDecision): CheckInDecision {
  if (receivedAt && decision.resetAt > receivedAt)
    return { kind: "refuse", because: "rate", result: { kind: "limited", decision } };
  const sentence =
    "Too many check-ins happened in the hour of this one: after the first 10, one a minute is accepted. It was not recorded, and repeating it does not help.";
  return { kind: "refuse", because: "rate", result: { kind: "refused", status: 409, sentence } };
}

/** The first refused one of a minute is stored, so that people see it. */
function refuse(target: SnitchInBatch, checkIn: CheckIn, decision: RateDecision): CheckInDecision {
  const { snitch } = target;
  const refusal = { kind: "refuse", because: "rate", result: { kind: "limited", decision } } as const;
  const refusedMinute = refusedMinuteToKeep(snitch.refusedMinute, checkIn.at);
  if (!refusedMinute) return refusal;
  const kind = checkIn.signal?.kind ?? "finish";
  return {
    ...refusal,
    applied: { row: { checkIn, snitchId: snitch.id, accepted: false, listenerId: listenerId(), kind } },
    after: { ...target, snitch: { ...snitch, refusedMinute } },
  };
}
