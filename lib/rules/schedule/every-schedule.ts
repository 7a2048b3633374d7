import type { ActiveHours } from "./active-hours";
import type { Schedule } from "./schedule";

type Terms = Pick<Schedule, "graceMs"> & { periodMs: number; active: ActiveHours | null; zone: string };

/** A schedule without fixed times: the next report is due a period after the last one, while the hours are active. */
export function everySchedule({ periodMs, graceMs, active, zone }: Terms): Schedule {
  /** A deadline in closed hours, or sooner after an opening than the grace, is the grace after the opening. */
  const whileOpen = (deadlineMs: number) => {
    if (!active) return deadlineMs;
    const openMs = active.openingFrom(zone, deadlineMs);
    return Math.max(openMs, active.openingBefore(zone, openMs) + graceMs);
  };
  const windowAt = (instantMs: number) => {
    const startMs = Math.floor(instantMs / periodMs) * periodMs;
    const endMs = startMs + periodMs;
    return { startMs, endMs, dueMs: whileOpen(endMs + graceMs), reportsFromMs: startMs - graceMs };
  };
  return {
    kind: "every",
    matchTick: (instantMs) => instantMs,
    nextTick: (tickMs) => tickMs + periodMs,
    deadlineAfter: (tickMs) => whileOpen(tickMs + periodMs + graceMs),
    deadlineAfterMiss(missedMs, dueUntilMs) {
      const periods = Math.max(1, Math.floor((dueUntilMs - missedMs) / periodMs) + 1);
      return whileOpen(missedMs + periods * periodMs);
    },
    isOvertaken: (reportedMs, deadlineMs) => whileOpen(reportedMs + periodMs + graceMs) < deadlineMs,
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
