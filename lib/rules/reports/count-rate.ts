import { isReplacedBy } from "../runs/replaced";
import { NO_FACTS } from "../runs/run";
import { isOnlyKept } from "../runs/signal";
import { compileSchedule } from "../schedule/compile";
import { toScheduleTerms } from "../schedule/schedule-terms";
import type { CheckIn, CheckInKind } from "./check-in";
import { findRunByRid, isOpenAndExclusive, later } from "./order";
import {
  countCheckIn,
  countedHourOf,
  countSignal,
  countsOfLate,
  type RateDecision,
  type SignalDecision,
  slotMsFor,
  uncounted,
} from "./rate-limit";
import type { CheckedInSnitch, LateFacts, ReportedSnitch } from "./reported-snitch";

/** What the rate limit says of a check-in: as one of its snitch, as a signal of a run, or as the finish of an accepted start. */
export function countRate(snitch: CheckedInSnitch, checkIn: CheckIn): RateDecision | SignalDecision {
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
const findSlotMs = (snitch: CheckedInSnitch): number | undefined =>
  snitch.schedule === null ? undefined : slotMsFor(compileSchedule(toScheduleTerms(snitch)).gaps);

/** The same by what had been counted in its hour when a late check-in happened. */
export function countLateRate(
  { snitch, rows }: ReportedSnitch,
  checkIn: CheckIn,
  { counted }: LateFacts,
): RateDecision {
  const hourMs = countedHourOf(checkIn.at).getTime();
  const ofBatch = rows
    .filter(({ accepted, checkIn: { at } }) => accepted && countedHourOf(at).getTime() === hourMs)
    .map(({ kind = "finish", checkIn: { at } }) => ({ at, isSignal: SIGNALS.includes(kind) }));
  const counts = countsOfLate([...counted, ...ofBatch], checkIn.at, findSlotMs(snitch));
  return countRate({ ...snitch, ...counts }, checkIn);
}

/** The kinds of check-ins that have an allowance of their own. */
const SIGNALS: CheckInKind[] = ["start", "expected_start", "log"];

/** The counts of the snitch's row after an accepted check-in. A late one counts only in the latest hour, and never in an earlier minute. */
export function countsAfter(
  { countedHour, countedMinute }: CheckedInSnitch,
  { at, receivedAt }: CheckIn,
  rate: RateDecision | SignalDecision,
): Partial<CheckedInSnitch> {
  if (!receivedAt) return "signalCounts" in rate ? { ...rate.counts, ...rate.signalCounts } : rate.counts;
  if (countedHour !== null && countedHourOf(at) < countedHour) return {};
  const minute = rate.counts.countedMinute;
  return { ...rate.counts, countedMinute: minute ? later(countedMinute, minute) : countedMinute };
}

/** Whether a finish ends the wait for the only run that is open. */
const replacesOpenRun = ({ runs }: CheckedInSnitch, { at, exitStatus, signal }: CheckIn) =>
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
