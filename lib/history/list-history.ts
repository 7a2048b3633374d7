import { aheadIn, aheadUntil, type MaintenanceAhead } from "@/lib/maintenance/ahead";
import { maintenanceCovering } from "@/lib/maintenance/covering";
import { prepared } from "@/lib/platform/db";
import { type HistoryScale, windowsOfScale } from "@/lib/rules/history/history-scale";
import { compileSchedule } from "@/lib/rules/schedule/compile";
import type { Schedule } from "@/lib/rules/schedule/schedule";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { latestWindows, type Window } from "@/lib/rules/schedule/windows";
import { type Bar, groupByHour, listOutcomes } from "./outcomes";
import { listRecentReports } from "./recent-reports";

type SnitchSchedule = { id: string; caseId: string } & ScheduleTerms;

/** The latest bars of one snitch, each of them a window or an hour. */
export async function listBars(snitch: SnitchSchedule, scale: HistoryScale, now: Date): Promise<Bar[]> {
  const windows = windowsOfScale(snitch, scale, now);
  const bars = (await listWindowOutcomes([{ ...snitch, windows }], now)).get(snitch.id) ?? [];
  return scale === "hours" ? groupByHour(bars) : bars;
}

/** The latest windows of each snitch with their outcomes, and its maintenance now and ahead, by snitch id. Without what was reported. */
export async function listHistory(
  snitches: SnitchSchedule[],
  count: number,
  now: Date,
): Promise<{ bars: Map<string, Bar[]>; maintenance: Map<string, MaintenanceAhead> }> {
  // Many have the same schedule, whose windows are then found once.
  const cache = new Map<Schedule, Window[]>();
  const findWindows = (snitch: SnitchSchedule) => {
    const schedule = compileSchedule(snitch);
    const windows = cache.get(schedule) ?? latestWindows(snitch, count, now);
    cache.set(schedule, windows);
    return windows;
  };
  const requested = snitches.map((snitch) => ({ windows: findWindows(snitch), ...snitch }));
  // That which is ahead decides about no window until now.
  const covering = maintenanceCovering(prepared, snitches, findEarliestWait(requested, now), aheadUntil(now));
  const [bars, maintenance] = await Promise.all([
    listOutcomes(requested, covering, now, listRecentReports),
    covering.then((read) => aheadIn(read, now)),
  ]);
  return { bars, maintenance };
}

/** The outcomes of these windows of these snitches, by snitch id. See `listOutcomes`. */
export const listWindowOutcomes = (
  requested: { id: string; caseId: string; windows: Window[] }[],
  now: Date,
): Promise<Map<string, Bar[]>> =>
  listOutcomes(
    requested,
    maintenanceCovering(prepared, requested, findEarliestWait(requested, now), now),
    now,
  );

/** Since when deadlines within these windows waited for a report. */
const findEarliestWait = (requested: { windows: Window[] }[], now: Date): Date =>
  new Date(
    Math.min(
      now.getTime(),
      ...requested.flatMap(({ windows: [first] }) => (first ? [waitedFrom(first)] : [])),
    ),
  );

/** Since when the earliest deadline within a window waited for a report. Without fixed times, that is before the window. */
const waitedFrom = ({ start, end, reportsFrom }: Window) =>
  reportsFrom.getTime() - (end.getTime() - start.getTime());
