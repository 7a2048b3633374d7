import type { Schedule } from "./schedule";
import { BEGINNING_MS, END_MS, type Ticks } from "./ticks";

type Terms = Pick<Schedule, "kind" | "gaps" | "graceMs" | "earlyMs">;

/** A schedule of fixed times, which a report may precede by `earlyMs` and follow by `graceMs`. */
export function ticksSchedule(ticks: Ticks, terms: Terms): Schedule {
  const { graceMs, earlyMs } = terms;
  const after = (instantMs: number) => ticks.nextAfter(instantMs) ?? END_MS;
  const before = (instantMs: number) =>
    (instantMs > BEGINNING_MS ? ticks.lastBefore(instantMs) : null) ?? BEGINNING_MS;
  const findNeighbours = lastNeighbours(before, after);

  const matchTick = (instantMs: number) => {
    const { lastMs, nextMs } = findNeighbours(instantMs);
    return nextMs - instantMs <= earlyMs ? nextMs : lastMs;
  };
  const computeWindow = (tickMs: number) => {
    const startMs = Math.max(before(tickMs), tickMs - earlyMs);
    const endMs = Math.max(tickMs, findNeighbours(tickMs).nextMs - earlyMs);
    return { startMs, endMs, dueMs: tickMs + graceMs, reportsFromMs: startMs };
  };
  const tickDueAt = (deadlineMs: number) => {
    const basic = findNeighbours(deadlineMs - graceMs).lastMs;
    // Any other deadline is a smart one, which lies before the next tick.
    return basic + graceMs === deadlineMs ? basic : before(deadlineMs);
  };
  return {
    ...terms,
    matchTick,
    nextTick: (tickMs) => findNeighbours(tickMs).nextMs,
    deadlineAfter: (tickMs) => findNeighbours(tickMs).nextMs + graceMs,
    deadlineAfterMiss: (missedMs, dueUntilMs) =>
      Math.max(after(tickDueAt(missedMs)), after(dueUntilMs - graceMs)) + graceMs,
    isOvertaken: (reportedMs, deadlineMs) =>
      findNeighbours(matchTick(reportedMs)).nextMs < tickDueAt(deadlineMs),
    windowAt: (instantMs) => computeWindow(matchTick(instantMs)),
    windowDueAt: (deadlineMs) => computeWindow(tickDueAt(deadlineMs)),
  };
}

type NeighbouringTicks = { lastMs: number; nextMs: number };

/** A check-in is about the time that it counts for, the previous one and the one after. */
const MAX_KEPT = 4;

/** The last tick at or before an instant, and the next one after it. Most instants lie between the same two as the last ones. */
function lastNeighbours(before: (instantMs: number) => number, after: (instantMs: number) => number) {
  const cache: NeighbouringTicks[] = [];
  let oldest = 0;
  return (instantMs: number): NeighbouringTicks => {
    for (const around of cache) if (instantMs >= around.lastMs && instantMs < around.nextMs) return around;
    const around = { lastMs: before(instantMs + 1), nextMs: after(instantMs) };
    cache[oldest] = around;
    oldest = (oldest + 1) % MAX_KEPT;
    return around;
  };
}
