import { MINUTE_MS } from "../durations";
import { lastSignalAt, type Run } from "../runs/run";
import { isOnlyKept, NOTHING_SAID, type Signal } from "../runs/signal";
import type { CheckIn } from "./check-in";
import type { ApplyContext, CheckedInSnitch } from "./reported-snitch";

export const earlier = (one: Date | null, other: Date) => (one && one < other ? one : other);
export const later = (one: Date | null, other: Date) => (one && one > other ? one : other);

/** The latest run that this check-in can belong to: that with the same name or, if it names none, the latest one without a name. */
export function findRunByRid({ runs }: CheckedInSnitch, { signal }: Pick<CheckIn, "signal">): Run | null {
  const rid = signal?.rid ?? null;
  let latest: Run | null = null;
  for (const run of runs) if (run.rid === rid && (latest === null || run.at >= latest.at)) latest = run;
  return latest;
}

export const isOpenAndExclusive = ({ outcome, exclusive }: Run) => outcome === "running" && exclusive;

/** Whether a check-in neither says anything about a run nor ends one that has no name. */
export const isPlain = ({ signal, method }: CheckIn, run: Run | null): boolean =>
  method === "" || (!signal && run === null);

/** Whether a check-in changes nothing: a log, one that is ignored, or a keep-alive that came after a later one. */
export const isKept = ({ at, signal }: CheckIn, run: Run | null): boolean =>
  signal !== undefined && (isOnlyKept(signal) || (run !== null && isOldKeepAlive(run, at, signal)));

const isOldKeepAlive = ({ rid, outcome, startedAt, aliveAt }: Run, at: Date, { kind }: Signal) =>
  rid !== null &&
  kind === "start" &&
  outcome === "running" &&
  startedAt !== null &&
  aliveAt !== null &&
  at >= startedAt &&
  at <= aliveAt;

/**
 * Whether later signals with the same `rid` were recorded already, or may have been. Plain check-ins have no run that knows
 * their time; the minute of the latest one that was counted shows it, but one of a journal may not have been counted.
 */
export function isOutOfOrder(
  latest: Run | null,
  { at, kind, rid }: Pick<Signal, "kind" | "rid"> & { at: Date },
  { countedMinute }: Pick<CheckedInSnitch, "countedMinute">,
  order: ApplyContext["order"],
): boolean {
  if (order === "time") return false;
  if (latest && at <= lastSignalAt(latest)) return true;
  if (rid !== null || kind !== "start") return false;
  return (
    order === "journal" || (countedMinute !== null && at.getTime() < countedMinute.getTime() + MINUTE_MS)
  );
}

const NONE = new Map<string | null, Date>();

/**
 * Which of these check-ins of a snitch, in order of arrival, may be out of order once those before them are applied: the time of the
 * first one, by the name of its run.
 */
export function findOutOfOrder(
  snitch: CheckedInSnitch,
  checkIns: CheckIn[],
  order: ApplyContext["order"],
): Map<string | null, Date> {
  if (snitch.runs.length === 0 && !checkIns.some(({ signal }) => signal)) return NONE;
  const since = new Map<string | null, Date>();
  let isLate = false;
  let latestMs = Number.NEGATIVE_INFINITY;
  for (const { at, signal = NOTHING_SAID, receivedAt } of checkIns) {
    if (isOnlyKept(signal)) continue;
    isLate ||= receivedAt !== undefined;
    const isUnnamedStart = signal.kind === "start" && signal.rid === null;
    const isBehind = at.getTime() <= latestMs + (isUnnamedStart ? MINUTE_MS : 0);
    const run = findRunByRid(snitch, { signal });
    if (isLate || isBehind || isOutOfOrder(run, { ...signal, at }, snitch, order))
      since.set(signal.rid, earlier(since.get(signal.rid) ?? null, at));
    latestMs = Math.max(latestMs, at.getTime());
  }
  return since;
}
