import type { ActiveHours } from "./active-hours";
import type { Schedule } from "./schedule";

type Terms = Pick<Schedule, "graceMs"> & { periodMs: number; active: ActiveHours | null; zone: string };

/** A schedule without fixed times: the next report is due a period after the last one, while the hours are active. */
export function everySchedule({ periodMs, graceMs, active, zone }: Terms): Schedule {
  /** The tick whose run a deadline waits for, plus the grace: later if the hours are closed at that time. */
  const whileOpen = (deadlineMs: number) => {
    if (!active) return deadlineMs;
    const openingMs = active.openingFrom(zone, deadlineMs);
    return openingMs === deadlineMs ? deadlineMs : openingMs + graceMs;
  };
  const windowAt = (instantMs: number) => {
    const startMs = Math.floor(instantMs / periodMs) * periodMs;
    const endMs = startMs + periodMs;
    return { startMs, endMs, dueMs: whileOpen(endMs + graceMs), reportsFromMs: startMs - graceMs };
  };
  return {
    kind: "every",
    claimAt: (instantMs) => instantMs,
    nextTick: (tickMs) => tickMs + periodMs,
    deadlineAfter: (claimMs) => whileOpen(claimMs + periodMs + graceMs),
    deadlineAfterMiss(missedMs, dueUntilMs) {
      const periods = Math.max(1, Math.floor((dueUntilMs - missedMs) / periodMs) + 1);
      return whileOpen(missedMs + periods * periodMs);
    },
    windowAt,
    windowDueAt: (deadlineMs) => {
      const startMs = deadlineMs - graceMs - periodMs;
      return { startMs, endMs: deadlineMs, dueMs: deadlineMs, reportsFromMs: startMs };
    },
    gaps: { shortestMs: periodMs, longestMs: periodMs },
    graceMs,
    earlyMs: 0,
  };
}
