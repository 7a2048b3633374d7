import { isOverdue } from "../state/apply-time";
import { isReportedLate } from "./age";
import { type CheckIn, receivedAt } from "./check-in";
import { countLateRate, countRate } from "./count-rate";
import { earlier, findRunByRid, isKept } from "./order";
import type { RateDecision } from "./rate-limit";
import type { CheckedInSnitch, Facts, LateFacts, ReportedSnitch } from "./reported-snitch";

/**
 * What becomes of a check-in, and why. `late`: the state of its snitch is later, so the workers replay its history (`late-reports`).
 * `deferred`: it is recorded, and the workers find out what it means for its snitch (`replayDeferred`).
 */
export type Placement = { rate: RateDecision } & (
  | { kind: "refused"; because: "rate" | "late rate" | "no late reports" }
  | { kind: "repeated"; because: "recorded" | "in this batch" | "same signal" }
  | { kind: "late"; because: "newer state" | "newer report" | "pause" }
  | { kind: "deferred"; because: "rush" | "earlier one is deferred" | "others may be missing" }
  | { kind: "applied" }
);

/** Places a check-in, as its snitch understands it, by the snitch as it is before it. Pure. */
export function place(target: ReportedSnitch, checkIn: CheckIn, facts: Facts): Placement {
  const late = facts.late.get(checkIn.id);
  const rate = late ? countLateRate(target, checkIn, late) : countRate(target.snitch, checkIn);
  const repeated = whyRepeated(target, checkIn, facts, late);
  if (repeated) return { kind: "repeated", because: repeated, rate };
  if (isRefusedLate(checkIn, late)) return { kind: "refused", because: "no late reports", rate };
  // Check-ins from a journal already got a 202.
  if (!rate.accepted && facts.order !== "journal") {
    // A past minute accepts no more check-ins, so repeating this one wouldn't help.
    const because = late && rate.resetAt <= receivedAt(checkIn) ? "late rate" : "rate";
    return { kind: "refused", because, rate };
  }
  if (isKept(checkIn, findRunByRid(target.snitch, checkIn))) return { kind: "applied", rate };
  const behind = late ? whyLate(target, checkIn, late) : null;
  if (behind) return { kind: "late", because: behind, rate };
  const deferred = whyDeferred(target, checkIn, facts);
  return deferred ? { kind: "deferred", because: deferred, rate } : { kind: "applied", rate };
}

/** Whether it is repeated or refused, whatever else is in its batch. */
export function isNeverApplied(checkIn: CheckIn, { recordedIds, late }: Facts): boolean {
  const facts = late.get(checkIn.id);
  return recordedIds.has(checkIn.id) || facts?.hasSameSignal === true || isRefusedLate(checkIn, facts);
}

const isRefusedLate = (checkIn: CheckIn, late: LateFacts | undefined) =>
  late !== undefined && !late.acceptsLateReports && isReportedLate(checkIn);

function whyRepeated({ rows }: ReportedSnitch, { id, mayRepeat }: CheckIn, facts: Facts, late?: LateFacts) {
  if (facts.recordedIds.has(id)) return "recorded";
  if (mayRepeat && rows.some(({ accepted, checkIn }) => accepted && checkIn.id === id))
    return "in this batch";
  return late?.hasSameSignal ? "same signal" : null;
}

/** Why what a late check-in means is found out by a replay of its snitch's history; null if it is not. */
function whyLate({ rows, late, snitch }: ReportedSnitch, checkIn: CheckIn, { isStateNewer }: LateFacts) {
  if (isStateNewer) return "newer state";
  if (late || rows.some((row) => row.accepted && row.checkIn.at >= checkIn.at)) return "newer report";
  // No late report ends a pause.
  return snitch.status === "paused" && isReportedLate(checkIn) ? "pause" : null;
}

function whyDeferred(target: ReportedSnitch, checkIn: CheckIn, facts: Facts) {
  const { snitch } = target;
  if (facts.isRush && mayWait(target, checkIn)) return "rush";
  if (isDeferred(snitch, checkIn.at)) return "earlier one is deferred";
  // It could raise a false alert.
  return facts.isIncomplete && isOverdue(snitch, checkIn.at) ? "others may be missing" : null;
}

/**
 * Whether a check-in may be deferred in a rush: it is not by hand, nothing about runs, and nothing that is later has been applied, which
 * would be applied again.
 */
function mayWait(
  { snitch, lastErrorAt }: ReportedSnitch,
  { method, at, receivedAt, signal }: CheckIn,
): boolean {
  if (method === "" || receivedAt || signal || snitch.runs.length > 0) return false;
  const { checkedInAt, erroredAt } = snitch;
  return [checkedInAt, erroredAt, lastErrorAt].every((applied) => applied === null || applied < at);
}

/** Leaves it to the workers, in place, what check-ins from this time on mean for the snitch. */
export function defer(snitch: CheckedInSnitch, since: Date): void {
  snitch.deferredSince = earlier(snitch.deferredSince, since);
}

/** Leaves it to `applyLateReports`, in place, what a late check-in and all later ones mean for the snitch. */
export function deferLate(target: ReportedSnitch, { at, receivedAt = at }: CheckIn): void {
  const { snitch, late } = target;
  const appliedUntil = snitch.deferredSince && !late ? earlier(snitch.deferredSince, receivedAt) : receivedAt;
  target.late = {
    since: earlier(late?.since ?? null, at),
    appliedUntil: earlier(late?.appliedUntil ?? null, appliedUntil),
  };
  defer(snitch, at);
}

/** Whether check-ins of this time are deferred. */
export const isDeferred = ({ deferredSince }: CheckedInSnitch, at: Date): boolean =>
  deferredSince !== null && at >= deferredSince;
