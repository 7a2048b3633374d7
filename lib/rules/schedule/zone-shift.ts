import { HOUR_MS, MINUTE_MS } from "../durations";
import { compileSchedule } from "./compile";
import type { ScheduleTerms } from "./schedule-terms";
import { segmentAt } from "./zone-time";

/** How many check-ins in a row must be off by the same time. */
export const CHECK_INS_NEEDED = 5;

const STEP_MS = 30 * MINUTE_MS;
const MAX_SHIFT_MS = 14 * HOUR_MS;
const TOLERANCE_MS = 3 * MINUTE_MS;

/**
 * By how much the clock of the job seems to be ahead of the schedule's, in milliseconds: the shortest whole or half hour
 * by which each of these check-ins is off its run. Null if some come at their time, or if they differ.
 */
export function clockShift(terms: ScheduleTerms, checkIns: Date[]): number | null {
  const { kind, matchTick } = compileSchedule({ ...terms, early: 0 });
  if (kind === "calendar" || kind === "every" || checkIns.length < CHECK_INS_NEEDED) return null;
  const areRuns = (shiftMs: number) =>
    checkIns.every((at) => {
      const latestMs = at.getTime() + shiftMs + TOLERANCE_MS;
      return latestMs - matchTick(latestMs) <= 2 * TOLERANCE_MS;
    });
  if (areRuns(0)) return null;
  for (let shiftMs = STEP_MS; shiftMs <= MAX_SHIFT_MS; shiftMs += STEP_MS) {
    const shift = [shiftMs, -shiftMs].find(areRuns);
    if (shift !== undefined) return shift;
  }
  return null;
}

/** The first of these zones whose clock was ahead of the schedule's by this much at each of these check-ins. */
export const zoneAhead = (terms: ScheduleTerms, shiftMs: number, checkIns: Date[], zones: string[]) =>
  zones.find((zone) =>
    checkIns.every((at) => offsetAt(zone, at) - offsetAt(terms.timezone, at) === shiftMs),
  ) ?? null;

const offsetAt = (zone: string, at: Date) => segmentAt(zone, at.getTime()).offsetMs;
