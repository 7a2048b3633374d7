import { compileSchedule } from "./compile";
import type { Period } from "./period";
import type { WindowMs } from "./schedule";
import type { ScheduleTerms } from "./schedule-terms";

/**
 * The time in which a report counts for one run: a period, or the time around a run. `dueAt`: when a miss is decided if
 * there was none. `reportsFrom`: since when a report counts.
 */
export type Window = Period & { dueAt: Date; reportsFrom: Date };

const toWindow = ({ startMs, endMs, dueMs, reportsFromMs }: WindowMs): Window => ({
  start: new Date(startMs),
  end: new Date(endMs),
  dueAt: new Date(dueMs),
  reportsFrom: new Date(reportsFromMs),
});

/** The window that contains this instant. */
export const windowAt = (terms: ScheduleTerms, instant: Date): Window =>
  toWindow(compileSchedule(terms).windowAt(instant.getTime()));

/** The window of the run that this deadline waits for. */
export const windowDueAt = (terms: ScheduleTerms, deadline: Date): Window =>
  toWindow(compileSchedule(terms).windowDueAt(deadline.getTime()));

/** The latest windows, oldest first. The last one contains `now`. */
export function latestWindows(terms: ScheduleTerms, count: number, now: Date): Window[] {
  const { windowAt } = compileSchedule(terms);
  const windows = [windowAt(now.getTime())];
  for (let last = windows[0]; last && windows.length < count; last = windows.at(-1)) {
    windows.push(windowAt(last.startMs - 1));
  }
  return windows.reverse().map(toWindow);
}

/** The windows that start in this range, oldest first. `to` is not in the range. */
export function windowsBetween(terms: ScheduleTerms, from: Date, to: Date): Window[] {
  const { windowAt } = compileSchedule(terms);
  const windows: Window[] = [];
  let window = windowAt(from.getTime());
  if (window.startMs < from.getTime()) window = windowAt(window.endMs);
  for (; window.startMs < to.getTime(); window = windowAt(window.endMs)) windows.push(toWindow(window));
  return windows;
}
