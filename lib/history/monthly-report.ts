import { remember } from "@epic-web/remember";
import { query } from "@/lib/platform/db";
import { SharedResults } from "@/lib/platform/shared-results";
import { MINUTE_MS } from "@/lib/rules/durations";
import { NO_PERIODS, type PeriodCounts, sumCounts } from "@/lib/rules/history/period-counts";
import type { ReportMonth } from "@/lib/rules/history/report-month";
import { compileSchedule } from "@/lib/rules/schedule/compile";
import { type ScheduleColumns, toScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { countOutcomes } from "./count-outcomes";

/** How long runs took: half of them at most `p50Ms`, nineteen of twenty at most `p95Ms`. */
export type Durations = { p50Ms: number; p95Ms: number };

export type ReportedGroup = { counts: PeriodCounts };

export type ReportedSnitch = ReportedGroup & {
  /** Jobs take times of their own, so that those of several say nothing. */
  durations: Durations | null;
  token: string;
  name: string;
  /** If its schedule changed after the month began: since when it counts. */
  countedSince: Date | null;
};

export type MonthlyReport = {
  total: ReportedGroup;
  /** Those with most snitches. Empty in a report of one tag. */
  tags: (ReportedGroup & { tag: string; snitches: number })[];
  snitches: ReportedSnitch[];
  /** Those whose jobs run so often that all of them together are too many to count. */
  uncounted: string[];
};

/** How many scheduled runs a report counts. */
export const MAX_COUNTED = 150_000;
const MAX_TAGS = 12;

type Row = ScheduleColumns & {
  id: string;
  token: string;
  name: string;
  tags: string[];
  rescheduledAt: Date | null;
};

/** Of 5,000 snitches one has 1 to 2 MB. */
const MAX_STORED = 20;
const reports = remember(
  "tattle.monthly-reports",
  () => new SharedResults<MonthlyReport>(MINUTE_MS, MAX_STORED),
);

/** What became of the scheduled runs of a month, of the snitches of a case, or of those with a tag: as of the last minute. */
export const monthlyReport = (
  caseId: string,
  tag: string | null,
  month: ReportMonth,
  now: Date,
): Promise<MonthlyReport> =>
  reports.read(caseId, JSON.stringify([tag, month.start, month.end]), now, () =>
    computeReport(caseId, tag, month, now),
  );

async function computeReport(
  caseId: string,
  tag: string | null,
  { start, end }: ReportMonth,
  now: Date,
): Promise<MonthlyReport> {
  const rows = await query<Row>(
    `SELECT id, token, name, tags, interval, schedule, timezone, grace, start_grace AS "startGrace", early, active,
       rescheduled_at AS "rescheduledAt"
     FROM snitches WHERE case_id = $1 AND created_at < $2 AND ($3::text IS NULL OR tags @> ARRAY[$3])
     ORDER BY lower(name), id`,
    [caseId, end, tag],
  );
  const snitches = rows.map((row) => ({ ...row, ...toScheduleTerms(row), caseId }));
  const { counted, uncounted } = chooseCounted(snitches, end.getTime() - start.getTime());
  const [counts, durations] = await Promise.all([
    countOutcomes(counted, start, end, now),
    listDurations(caseId, tag, start, end),
  ]);
  const sumPeriods = (some: typeof counted) => sumCounts(some.map(({ id }) => counts.get(id) ?? NO_PERIODS));
  const listed = tag === null ? chooseTags(counted) : [];
  return {
    total: { counts: sumPeriods(counted) },
    tags: listed.map((name) => {
      const tagged = counted.filter(({ tags }) => tags.includes(name));
      return {
        tag: name,
        snitches: tagged.length,
        counts: sumPeriods(tagged),
      };
    }),
    snitches: counted.map(({ id, token, name, rescheduledAt }) => ({
      token,
      name,
      countedSince: rescheduledAt && rescheduledAt > start ? rescheduledAt : null,
      counts: counts.get(id) ?? NO_PERIODS,
      durations: durations.get(id) ?? null,
    })),
    uncounted: uncounted.map(({ name }) => name),
  };
}

/** Those that run least often first, until together they have as many runs as a report counts. */
function chooseCounted<T extends Parameters<typeof compileSchedule>[0] & { name: string }>(
  snitches: T[],
  lengthMs: number,
) {
  const estimateRuns = (snitch: T) => lengthMs / compileSchedule(snitch).gaps.shortestMs;
  const rarest = [...snitches].sort((one, other) => estimateRuns(one) - estimateRuns(other));
  let runs = 0;
  const uncounted = new Set(
    rarest.filter((snitch) => {
      runs += estimateRuns(snitch);
      return runs > MAX_COUNTED;
    }),
  );
  return {
    counted: snitches.filter((snitch) => !uncounted.has(snitch)),
    uncounted: snitches.filter((snitch) => uncounted.has(snitch)),
  };
}

function chooseTags(snitches: { tags: string[] }[]): string[] {
  const sizes = new Map<string, number>();
  for (const { tags } of snitches) for (const tag of tags) sizes.set(tag, (sizes.get(tag) ?? 0) + 1);
  return [...sizes]
    .sort(([one, size], [other, otherSize]) => otherSize - size || one.localeCompare(other))
    .slice(0, MAX_TAGS)
    .map(([tag]) => tag);
}

/** How long the runs that succeeded took, by snitch id. */
async function listDurations(
  caseId: string,
  tag: string | null,
  start: Date,
  end: Date,
): Promise<Map<string, Durations>> {
  const rows = await query<{ id: string } & Durations>(
    `SELECT s.id, percentile_cont(0.5) WITHIN GROUP (ORDER BY coalesce(r.reported_ms, r.duration_ms)) AS "p50Ms",
       percentile_cont(0.95) WITHIN GROUP (ORDER BY coalesce(r.reported_ms, r.duration_ms)) AS "p95Ms"
     FROM snitches s JOIN runs r ON r.snitch_id = s.id AND r.at >= $3 AND r.at < $4 AND r.outcome = 'succeeded'
     WHERE s.case_id = $1 AND s.last_run_at IS NOT NULL AND ($2::text IS NULL OR s.tags @> ARRAY[$2])
       AND coalesce(r.reported_ms, r.duration_ms) IS NOT NULL
     GROUP BY s.id`,
    [caseId, tag, start, end],
  );
  return new Map(rows.map(({ id, ...durations }) => [id, durations]));
}
