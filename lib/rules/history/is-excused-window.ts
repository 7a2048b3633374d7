import { isDuring } from "@/lib/rules/maintenance/is-excused";
import type { Maintenance } from "@/lib/rules/maintenance/window";
import type { Window } from "../schedule/windows";
import { hasFixedTimes, missesIn, type SnitchFacts } from "./period-outcome";

/** Whether maintenance excuses a window that was missed: each deadline that was missed in it lies in maintenance. */
export const isExcusedWindow = (window: Window, facts: SnitchFacts, maintenance: Maintenance[]): boolean =>
  maintenance.length > 0 &&
  listDeadlines(window, facts).every(({ dueAt, reportsFrom }) => isDuring(dueAt, reportsFrom, maintenance));

type Deadline = Pick<Window, "dueAt" | "reportsFrom">;

/** The alerts know the deadlines best: a smart one is earlier than the window's, and without fixed times nothing else says when they were. */
function listDeadlines(window: Window, facts: SnitchFacts): Deadline[] {
  const { start, end, dueAt, reportsFrom } = window;
  if (hasFixedTimes(window)) {
    const smart = facts.missedAt.find((at) => at > start && at < dueAt && at <= end);
    const wasDue = facts.missedAt.some((at) => at.getTime() === dueAt.getTime());
    return [{ dueAt: (!wasDue && smart) || dueAt, reportsFrom }];
  }
  const waitedMs = end.getTime() - reportsFrom.getTime();
  const misses = missesIn(window, facts);
  if (misses.length === 0) return [window];
  return misses.map((missedAt) => ({
    dueAt: missedAt,
    reportsFrom: new Date(missedAt.getTime() - waitedMs),
  }));
}
