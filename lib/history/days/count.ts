import { setImmediate } from "node:timers/promises";
import { pool } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/rules/durations";
import { type DayCounts, NO_DAY, startOfDay } from "@/lib/rules/history/day-counts";
import { matchReports, type PlainReport } from "@/lib/rules/history/match-reports";
import { NO_PERIODS, type PeriodCounts } from "@/lib/rules/history/period-counts";
import { type PeriodOutcome, periodOutcome } from "@/lib/rules/history/period-outcome";
import type { Maintenance } from "@/lib/rules/maintenance/window";
import { compileSchedule } from "@/lib/rules/schedule/compile";
import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/schedule/deadline-allowance";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { type Window, windowsBetween } from "@/lib/rules/schedule/windows";
import { IS_ERROR, IS_REPORT } from "@/lib/snitches/reports";
import { withExcuse } from "../outcomes";
import { parseReports, plainReport } from "../plain-reports";
import type { CountContext, CountedSnitch } from "./context";

/** How many snitches and windows are read at once. */
const MAX_SNITCHES = 500;
const MAX_WINDOWS = 50_000;
/** How much longer the windows of one snitch are than those of another one that is read with it. */
const MAX_RATIO = 3;

/** How much is done between two turns of other requests. */
const SLICE_MS = 4 * DAY_MS;
const AT_ONCE = 5_000;

/** Counts by the first instant of their day. A day in which no period began, and no run, has none. */
export type CountsByDay = Map<number, DayCounts>;

/**
 * What became of the windows that start in this range, by snitch id and day: the same as `listWindowOutcomes` says of each, at a
 * fraction of the cost for whole months, because it reads all check-ins of a range at once. `context`: of at least this range.
 */
export async function countDays(
  snitches: CountedSnitch[],
  { from, to }: { from: Date; to: Date },
  context: CountContext,
  now: Date,
): Promise<Map<string, CountsByDay>> {
  const until = to < now ? to : now;
  const counts = new Map<string, CountsByDay>();
  if (from >= until) return counts;
  for (const batch of splitByWindows(snitches, until.getTime() - from.getTime()))
    for (const [id, days] of await countBatch(batch, from, until, context, now)) counts.set(id, days);
  return counts;
}

/** Jobs whose windows are about as long together: what is read reaches from the first to the last instant of any of their windows. */
export function splitByWindows<Snitch extends CountedSnitch>(
  snitches: Snitch[],
  lengthMs: number,
): Snitch[][] {
  const sized = snitches
    .map((snitch) => ({ snitch, gaps: compileSchedule(snitch).gaps }))
    .sort((one, other) => one.gaps.longestMs - other.gaps.longestMs);
  const batches: Snitch[][] = [];
  let windows = 0;
  let maxMs = 0;
  for (const { snitch, gaps } of sized) {
    const own = lengthMs / gaps.shortestMs;
    const batch = batches.at(-1);
    windows += own;
    if (batch && batch.length < MAX_SNITCHES && windows <= MAX_WINDOWS && gaps.longestMs <= maxMs)
      batch.push(snitch);
    else {
      batches.push([snitch]);
      windows = own;
      maxMs = MAX_RATIO * gaps.longestMs;
    }
  }
  return batches;
}

async function countBatch(
  snitches: CountedSnitch[],
  from: Date,
  until: Date,
  context: CountContext,
  now: Date,
) {
  const countsBySnitch = new Map<string, CountsByDay>(snitches.map(({ id }) => [id, new Map()]));
  const findDay = (id: string, dayMs: number): DayCounts | undefined => {
    const days = countsBySnitch.get(id);
    const day = days?.get(dayMs) ?? { ...NO_DAY };
    days?.set(dayMs, day);
    return day;
  };
  let day: { id: string; dayMs: number; counts: DayCounts | undefined } | undefined;
  const [runs] = await Promise.all([
    sumRuns(
      snitches.map(({ id }) => id),
      from,
      until,
    ),
    decideWindows(snitches, { from, until }, context, now, (id, { start }, outcome) => {
      const dayMs = startOfDay(start.getTime());
      if (day?.id !== id || day.dayMs !== dayMs) day = { id, dayMs, counts: findDay(id, dayMs) };
      if (day.counts && outcome in NO_PERIODS) day.counts[outcome as keyof PeriodCounts] += 1;
    }),
  ]);
  for (const [id, sums] of runs)
    for (const { dayMs, ...sum } of sums) Object.assign(findDay(id, dayMs) ?? {}, sum);
  return countsBySnitch;
}

/**
 * Calls `add` with what became of each window of these snitches that starts in this range, those of one snitch in order of time. All that
 * was reported from the first to the last instant of any of the windows is read at once.
 */
export async function decideWindows(
  snitches: CountedSnitch[],
  { from, until }: { from: Date; until: Date },
  { facts, maintenance, listeningGaps }: CountContext,
  now: Date,
  add: (id: string, window: Window, outcome: PeriodOutcome) => void,
): Promise<void> {
  const requested: { id: string; windows: Window[] }[] = [];
  for (const snitch of snitches)
    requested.push({ id: snitch.id, windows: await listWindows(snitch, from, until) });
  const all = requested.flatMap(({ windows }) => [windows[0] ?? [], windows.at(-1) ?? []].flat());
  const earliest = new Date(Math.min(from.getTime(), ...all.map(waitedFrom)));
  const latest = new Date(
    Math.max(until.getTime(), ...all.map(({ end, dueAt }) => Math.max(end.getTime(), dueAt.getTime()))) +
      DEADLINE_ALLOWANCE_MS,
  );
  const ids = snitches.map(({ id }) => id);
  const [reports, missed] = await Promise.all([
    listReports(ids, maintenance, earliest, latest),
    listMisses(ids, earliest, latest),
  ]);
  for (const { id, windows } of requested) {
    const factsOfPeriod = facts.get(id);
    if (!factsOfPeriod) continue;
    const covered = maintenance.get(id) ?? [];
    const matched = matchReports(windows, reports.get(id) ?? [], missed.get(id) ?? []);
    for (const [i, window] of windows.entries()) {
      if (i % AT_ONCE === AT_ONCE - 1) await setImmediate();
      const report = matched[i];
      if (!report) continue;
      const plain = periodOutcome(window, report, factsOfPeriod, listeningGaps, now);
      add(id, window, withExcuse(plain, window, factsOfPeriod, covered));
    }
  }
}

/** The windows that start in this range. A minutely job has 44,640 in a month: other requests have their turn in between. */
async function listWindows(terms: ScheduleTerms, from: Date, until: Date): Promise<Window[]> {
  const windows: Window[] = [];
  for (let startMs = from.getTime(); startMs < until.getTime(); startMs += SLICE_MS) {
    if (startMs > from.getTime()) await setImmediate();
    const end = new Date(Math.min(startMs + SLICE_MS, until.getTime()));
    windows.push(...windowsBetween(terms, new Date(startMs), end));
  }
  return windows;
}

/** Since when the deadline of a window waited for a report, which may be before it. */
const waitedFrom = ({ start, end, reportsFrom }: Window) =>
  reportsFrom.getTime() - (end.getTime() - start.getTime());

/** The reports of each snitch in a range, oldest first, by its id. */
async function listReports(
  ids: string[],
  maintenance: Map<string, Maintenance[]>,
  from: Date,
  to: Date,
): Promise<Map<string, PlainReport[]>> {
  const { rows } = await pool.query<{ id: string; reports: string }>(
    `SELECT snitch_id AS id, string_agg(${plainReport(IS_ERROR)}, ',' ORDER BY at) AS reports
     FROM check_ins WHERE snitch_id = ANY($1::uuid[]) AND at >= $2 AND at < $3 AND ${IS_REPORT} GROUP BY snitch_id`,
    [ids, from, to],
  );
  return new Map(rows.map(({ id, reports }) => [id, parseReports(reports, maintenance.get(id) ?? [])]));
}

/** The deadlines of each snitch that were alerted as missed, by its id. */
async function listMisses(ids: string[], from: Date, to: Date): Promise<Map<string, Date[]>> {
  const { rows } = await pool.query<{ id: string; at: Date[] }>(
    `SELECT snitch_id AS id, array_agg(at) AS at FROM alerts
     WHERE snitch_id = ANY($1::uuid[]) AND kind = 'missing' AND NOT is_reminder AND disproved_at IS NULL AND at > $2 AND at <= $3 GROUP BY snitch_id`,
    [ids, from, to],
  );
  return new Map(rows.map(({ id, at }) => [id, at]));
}

type RunSums = { dayMs: number; runs: number; runMs: number; longestMs: number };

/** How many runs that began in this range succeeded, and how long they took, by snitch id. */
async function sumRuns(ids: string[], from: Date, to: Date): Promise<Map<string, RunSums[]>> {
  const { rows } = await pool.query<RunSums & { id: string }>(
    `SELECT r.snitch_id AS id, date_part('epoch', date_trunc('day', r.at, 'UTC')) * 1000 AS "dayMs", count(*)::int AS runs,
       sum(ms)::float AS "runMs", max(ms)::float AS "longestMs"
     FROM snitches s JOIN runs r ON r.snitch_id = s.id, LATERAL (SELECT coalesce(r.reported_ms, r.duration_ms) AS ms) took
     WHERE s.id = ANY($1::uuid[]) AND s.last_run_at IS NOT NULL AND r.at >= $2 AND r.at < $3 AND r.outcome = 'succeeded' AND ms IS NOT NULL
     GROUP BY 1, 2`,
    [ids, from, to],
  );
  const sums = new Map<string, RunSums[]>();
  for (const { id, ...ofDay } of rows) sums.set(id, [...(sums.get(id) ?? []), ofDay]);
  return sums;
}
