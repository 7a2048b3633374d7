import { DAY_MS } from "../durations";
import type { Interval } from "./interval";
import { periodAt } from "./period";
import type { Schedule } from "./schedule";

const startOf = (interval: Interval, instantMs: number) =>
  periodAt(interval, new Date(instantMs)).start.getTime();
const endOf = (interval: Interval, instantMs: number) =>
  periodAt(interval, new Date(instantMs)).end.getTime();

/** A calendar interval in UTC. One report in each period is enough, so that a deadline is the end of a period. */
export function calendarSchedule(interval: Interval): Schedule {
  const windowAt = (instantMs: number) => {
    const [startMs, endMs] = [startOf(interval, instantMs), endOf(interval, instantMs)];
    return { startMs, endMs, dueMs: endMs, reportsFromMs: startMs };
  };
  return {
    kind: "calendar",
    matchTick: (instantMs) => startOf(interval, instantMs),
    nextTick: (tickMs) => endOf(interval, tickMs),
    deadlineAfter: (tickMs) => endOf(interval, endOf(interval, tickMs)),
    // A smart deadline lies within the missed period, a basic one at its end.
    deadlineAfterMiss: (missedMs, dueUntilMs) =>
      Math.max(endOf(interval, endOf(interval, missedMs - 1)), endOf(interval, dueUntilMs)),
    isOvertaken: (reportedMs, deadlineMs) => endOf(interval, endOf(interval, reportedMs)) < deadlineMs,
    windowAt,
    windowDueAt: (deadlineMs) => windowAt(deadlineMs - 1),
    gaps: computeGaps(interval),
    graceMs: 0,
    earlyMs: 0,
  };
}

function computeGaps(interval: Interval) {
  if (interval === "monthly") return { shortestMs: 28 * DAY_MS, longestMs: 31 * DAY_MS };
  const lengthMs = endOf(interval, 0) - startOf(interval, 0);
  return { shortestMs: lengthMs, longestMs: lengthMs };
}
