import type { CheckIn } from "@/lib/check-ins/check-in";
import { MINUTE_MS } from "@/lib/rules/period";
import { scheduleOf } from "@/lib/rules/schedule/compile";
import type { Life, Routine } from "./life";

/**
 * What follows from a check-in that was just applied: while nothing else happens, another one for the same time of the schedule
 * changes nothing. Null if each one counts. Jobs that report each minute would otherwise take seconds.
 */
export function routineAfter({ found, incident }: Life, checkIn: CheckIn): Routine | null {
  const { snitch } = found;
  const isSettled = snitch.status === "healthy" && !snitch.recovering && incident === null;
  const isPlain = !checkIn.signal && snitch.runs.length === 0 && snitch.claimedAt === null;
  if (!isSettled || !isPlain) return null;
  const { kind, gaps, claimAt, nextTick, earlyMs } = scheduleOf(snitch);
  // With “every”, each check-in moves the deadline. Of a schedule for each minute, hardly two are for the same time.
  if (kind === "every" || gaps.shortestMs <= MINUTE_MS) return null;
  const untilMs = nextTick(claimAt(checkIn.at.getTime())) - earlyMs;
  return { untilMs, exitStatus: checkIn.exitStatus };
}

export const isRoutine = ({ routine }: Life, { at, exitStatus, signal }: CheckIn) =>
  routine !== null && !signal && exitStatus === routine.exitStatus && at.getTime() < routine.untilMs;
