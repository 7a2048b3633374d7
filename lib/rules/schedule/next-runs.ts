import { compileSchedule } from "./compile";
import type { ScheduleTerms } from "./schedule-terms";
import { END_MS } from "./ticks";

/** What a form shows of a schedule: its words and next runs as ISO times, or what is wrong with which field. */
export type SchedulePreview =
  | { words: string; timezone: string; grace: string; early: string; runs: { at: string; dueAt: string }[] }
  | { problems: { attribute: string; message: string }[] };

/** The next runs of a schedule and when each is missed. Without fixed times: those of a job that has just run. */
export function nextRuns(terms: ScheduleTerms, count: number, now: Date): { at: Date; dueAt: Date }[] {
  const { nextTick, deadlineAfter } = compileSchedule(terms);
  const runs: { at: Date; dueAt: Date }[] = [];
  for (let atMs = now.getTime(); runs.length < count && atMs < END_MS; ) {
    const dueAt = new Date(deadlineAfter(atMs));
    atMs = nextTick(atMs);
    runs.push({ at: new Date(atMs), dueAt });
  }
  return runs;
}
