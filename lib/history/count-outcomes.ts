import { setImmediate } from "node:timers/promises";
import { maintenanceCovering } from "@/lib/maintenance/covering";
import { listListeningGaps } from "@/lib/outages/listening-gaps";
import { pool, query } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/rules/durations";
import { matchReports, type PlainReport } from "@/lib/rules/history/match-reports";
import { NO_PERIODS, type PeriodCounts } from "@/lib/rules/history/period-counts";
import { periodOutcome } from "@/lib/rules/history/period-outcome";
import type { Maintenance } from "@/lib/rules/maintenance/window";
import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/schedule/deadline-allowance";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { type Window, windowsBetween } from "@/lib/rules/schedule/windows";
import { IS_ERROR, IS_REPORT } from "@/lib/snitches/reports";
import { findFacts } from "./find-history-facts";
import { withExcuse } from "./outcomes";
import { parseReports, plainReport } from "./plain-reports";

type Scheduled = { id: string; caseId: string } & ScheduleTerms;

/** How many snitches are read at once. */
const BATCH = 50;

/** How much is done between two turns of other requests. */
const SLICE_MS = 4 * DAY_MS;
const AT_ONCE = 5_000;

/**
 * How many of the windows that start in this range had which outcome, by snitch id: the same as `listWindowOutcomes` says of each,
 * at a fraction of the cost for whole months, because it reads all check-ins of a range at once.
 */
export async function countOutcomes(
  snitches: Scheduled[],
  from: Date,
  to: Date,
  now: Date,
): Promise<Map<string, PeriodCounts>> {
  const until = to < now ? to : now;
  const counts = new Map<string, PeriodCounts>();
  for (let first = 0; first < snitches.length; first += BATCH) {
    const batch = snitches.slice(first, first + BATCH);
    for (const [id, ofSnitch] of await countBatch(batch, from, until, now)) counts.set(id, ofSnitch);
  }
  return counts;
}

async function countBatch(snitches: Scheduled[], from: Date, until: Date, now: Date) {
  const requested: (Scheduled & { windows: Window[] })[] = [];
  for (const snitch of snitches)
    requested.push({ ...snitch, windows: await listWindows(snitch, from, until) });
  const all = requested.flatMap(({ windows }) => [windows[0] ?? [], windows.at(-1) ?? []].flat());
  const earliest = new Date(Math.min(from.getTime(), ...all.map(waitedFrom)));
  const latest = new Date(
    Math.max(until.getTime(), ...all.map(({ end, dueAt }) => Math.max(end.getTime(), dueAt.getTime()))) +
      DEADLINE_ALLOWANCE_MS,
  );
  const ids = snitches.map(({ id }) => id);
  const listeningGaps = await listListeningGaps(query, earliest, now);
  const maintenance = await maintenanceCovering(query, snitches, earliest, latest);
  const [facts, reports, missed] = await Promise.all([
    findFacts(snitches, [...maintenance.keys()], listeningGaps, earliest),
    listReports(ids, maintenance, earliest, latest),
    listMisses(ids, earliest, latest),
  ]);
  const countsBySnitch = new Map<string, PeriodCounts>();
  for (const { id, windows } of requested) {
    const factsOfPeriod = facts.get(id);
    const covered = maintenance.get(id) ?? [];
    const counts = { ...NO_PERIODS };
    const matched = matchReports(windows, reports.get(id) ?? [], missed.get(id) ?? []);
    for (const [i, window] of windows.entries()) {
      if (i % AT_ONCE === 0) await setImmediate();
      const report = matched[i];
      if (!factsOfPeriod || !report) continue;
      const plain = periodOutcome(window, report, factsOfPeriod, listeningGaps, now);
      const outcome = withExcuse(plain, window, factsOfPeriod, covered);
      if (outcome in counts) counts[outcome as keyof PeriodCounts] += 1;
    }
    countsBySnitch.set(id, counts);
  }
  return countsBySnitch;
}

/** The windows that start in this range. A minutely job has 44,640 in a month: other requests have their turn in between. */
async function listWindows(terms: ScheduleTerms, from: Date, until: Date): Promise<Window[]> {
  const windows: Window[] = [];
  for (let startMs = from.getTime(); startMs < until.getTime(); startMs += SLICE_MS) {
    const end = new Date(Math.min(startMs + SLICE_MS, until.getTime()));
    windows.push(...windowsBetween(terms, new Date(startMs), end));
    await setImmediate();
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
