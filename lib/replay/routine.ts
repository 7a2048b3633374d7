import { MINUTE_MS } from "@/lib/rules/durations";
import type { CheckIn } from "@/lib/rules/reports/check-in";
import { compileSchedule } from "@/lib/rules/schedule/compile";
import type { Routine, SimulatedHistory } from "./simulated-history";

/**
 * What follows from a check-in that was just applied: while nothing else happens, another one for the same time of the schedule
 * changes nothing. Null if each one counts. Jobs that report each minute would otherwise take seconds.
 */
export function routineAfter({ state, incident }: SimulatedHistory, checkIn: CheckIn): Routine | null {
  const { snitch } = state;
  const isSettled = snitch.status === "healthy" && !snitch.recovering && incident === null;
  const isPlain = !checkIn.signal && snitch.runs.length === 0 && snitch.matchedTick === null;
  if (!isSettled || !isPlain) return null;
  const { kind, gaps, matchTick, nextTick, earlyMs } = compileSchedule(snitch);
  // With “every”, each check-in moves the deadline. For a schedule for each minute, hardly two are for the same time.
  if (kind === "every" || gaps.shortestMs <= MINUTE_MS) return null;
  const untilMs = nextTick(matchTick(checkIn.at.getTime())) - earlyMs;
  return { untilMs, exitStatus: checkIn.exitStatus };
}

export const isRoutine = ({ routine }: SimulatedHistory, { at, exitStatus, signal }: CheckIn) =>
  routine !== null && !signal && exitStatus === routine.exitStatus && at.getTime() < routine.untilMs;
