import type { CheckInKind } from "@/lib/rules/reports/check-in-kind";
import {
  countCheckIn,
  countedHourOf,
  countSignal,
  countsOfPast,
  type RateDecision,
  type SignalDecision,
  slotMsFor,
  uncounted,
} from "@/lib/rules/reports/rate-limit";
import { isReplacedBy } from "@/lib/rules/runs/replaced";
import { NO_FACTS } from "@/lib/rules/runs/run";
import { isOnlyKept } from "@/lib/rules/runs/signal";
import { compileSchedule } from "@/lib/rules/schedule/compile";
import { toScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import type { LockedSnitch } from "@/lib/snitches/store";
import { findRunByRid, isOpenAndExclusive, later } from "./apply-check-in";
import type { CheckIn } from "./check-in";
import type { CheckInRow } from "./insert";
import type { Past } from "./past";

/** What the rate limit says of a check-in: as one of its snitch, as a signal of a run, or as the finish of an accepted start. */
export function countRate(snitch: LockedSnitch, checkIn: CheckIn): RateDecision | SignalDecision {
  const { signal, at, method } = checkIn;
  if (signal?.kind === "start" || (signal && isOnlyKept(signal))) return countSignal(snitch, at);
  if (method === "") return countCheckIn(snitch, at, findSlotMs(snitch));
  const run = findRunByRid(snitch, checkIn);
  if ((run && !run.endedAt) || replacesOpenRun(snitch, checkIn)) return uncounted(snitch, at);
  return run === null || run.rid === null
    ? countCheckIn(snitch, at, findSlotMs(snitch))
    : countSignal(snitch, at);
}

/** No calendar interval is below a minute. */
const findSlotMs = (snitch: LockedSnitch): number | undefined =>
  snitch.schedule === null ? undefined : slotMsFor(compileSchedule(toScheduleTerms(snitch)).gaps);

/** The same by what had been counted in its hour when the check-in happened. `rows`: those of its snitch in the same batch. */
export function countRateInPast(
  snitch: LockedSnitch,
  checkIn: CheckIn,
  { counted }: Past,
  rows: Iterable<CheckInRow>,
): RateDecision {
  const hourMs = countedHourOf(checkIn.at).getTime();
  const ofBatch = [...rows]
    .map(({ kind = "finish", checkIn: { at } }) => ({ at, isSignal: SIGNALS.includes(kind) }))
    .filter(({ at }) => countedHourOf(at).getTime() === hourMs);
  return countRate(
    { ...snitch, ...countsOfPast([...counted, ...ofBatch], checkIn.at, findSlotMs(snitch)) },
    checkIn,
  );
}

/** The kinds of check-ins that have an allowance of their own. */
const SIGNALS: CheckInKind[] = ["start", "expected_start", "log"];

/** The counts of the snitch's row after an accepted check-in. One of the past counts only in the latest hour, and never in an earlier minute. */
export function countsAfter(
  { countedHour, countedMinute }: LockedSnitch,
  { at }: CheckIn,
  rate: RateDecision | SignalDecision,
  isPast: boolean,
): Partial<LockedSnitch> {
  if (!isPast) return "signalCounts" in rate ? { ...rate.counts, ...rate.signalCounts } : rate.counts;
  if (countedHour !== null && countedHourOf(at) < countedHour) return {};
  const minute = rate.counts.countedMinute;
  return { ...rate.counts, countedMinute: minute ? later(countedMinute, minute) : countedMinute };
}

/** Whether a finish ends the wait for the only run that is open. */
const replacesOpenRun = ({ runs }: LockedSnitch, { at, exitStatus, signal }: CheckIn) =>
  runs.some((run) => {
    const finish = {
      ...NO_FACTS,
      at,
      exitStatus,
      kind: "finish",
      rid: signal?.rid ?? null,
      exclusive: false,
    } as const;
    return isOpenAndExclusive(run) && isReplacedBy(run, finish, false);
  });
