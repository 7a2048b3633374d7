import type { Schedule } from "./schedule";
import { BEGINNING_MS, END_MS, type Ticks } from "./ticks";

type Terms = Pick<Schedule, "kind" | "gaps" | "graceMs" | "earlyMs">;

/** A schedule of fixed times, which a report may precede by `earlyMs` and follow by `graceMs`. */
export function ticksSchedule(ticks: Ticks, terms: Terms): Schedule {
  const { graceMs, earlyMs } = terms;
  const after = (instantMs: number) => ticks.nextAfter(instantMs) ?? END_MS;
  const before = (instantMs: number) =>
    (instantMs > BEGINNING_MS ? ticks.lastBefore(instantMs) : null) ?? BEGINNING_MS;
  const aroundOf = lastAround(before, after);

  const claimAt = (instantMs: number) => {
    const { lastMs, nextMs } = aroundOf(instantMs);
    return nextMs - instantMs <= earlyMs ? nextMs : lastMs;
  };
  const windowOf = (tickMs: number) => {
    const startMs = Math.max(before(tickMs), tickMs - earlyMs);
    const endMs = Math.max(tickMs, aroundOf(tickMs).nextMs - earlyMs);
    return { startMs, endMs, dueMs: tickMs + graceMs, reportsFromMs: startMs };
  };
  const tickDueAt = (deadlineMs: number) => {
    const basic = aroundOf(deadlineMs - graceMs).lastMs;
    // Any other deadline is a smart one, which lies before the next tick.
    return basic + graceMs === deadlineMs ? basic : before(deadlineMs);
  };
  return {
    ...terms,
    claimAt,
    nextTick: (tickMs) => aroundOf(tickMs).nextMs,
    deadlineAfter: (claimMs) => aroundOf(claimMs).nextMs + graceMs,
    deadlineAfterMiss: (missedMs, dueUntilMs) =>
      Math.max(after(tickDueAt(missedMs)), after(dueUntilMs - graceMs)) + graceMs,
    isOvertaken: (reportedMs, deadlineMs) => aroundOf(claimAt(reportedMs)).nextMs < tickDueAt(deadlineMs),
    windowAt: (instantMs) => windowOf(claimAt(instantMs)),
    windowDueAt: (deadlineMs) => windowOf(tickDueAt(deadlineMs)),
  };
}

type Around = { lastMs: number; nextMs: number };

/** A check-in is about the time that it counts for, the one before and the one after. */
const MAX_KEPT = 4;

/** The last tick at or before an instant, and the next one after it. Most instants lie between the same two as the last ones. */
function lastAround(before: (instantMs: number) => number, after: (instantMs: number) => number) {
  const kept: Around[] = [];
  let oldest = 0;
  return (instantMs: number): Around => {
    for (const around of kept) if (instantMs >= around.lastMs && instantMs < around.nextMs) return around;
    const around = { lastMs: before(instantMs + 1), nextMs: after(instantMs) };
    kept[oldest] = around;
    oldest = (oldest + 1) % MAX_KEPT;
    return around;
  };
}
