import { remember } from "@epic-web/remember";
import { type KeyScope, scopeCondition, scopeParameters } from "@/lib/cases/key-scope";
import { query } from "@/lib/platform/db";
import { SharedResults } from "@/lib/platform/shared-results";
import { MINUTE_MS } from "@/lib/rules/durations";
import { groupBy } from "@/lib/rules/group-by";
import { NO_DAY } from "@/lib/rules/history/day-counts";
import { countBad, type PeriodCounts, sumCounts } from "@/lib/rules/history/period-counts";
import type { ReportMonth } from "@/lib/rules/history/report-month";
import { type ScheduleColumns, toScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { LAST_HOST } from "@/lib/snitches/last-host";
import { countRange } from "./days/count-range";

export type ReportedGroup = { counts: PeriodCounts };

/** How many runs succeeded, and how long all of them and the longest took. Jobs take times of their own: those of several say nothing. */
export type RunTimes = { runs: number; runMs: number; longestMs: number };

export type ReportedSnitch = ReportedGroup &
  RunTimes & {
    token: string;
    name: string;
    tags: string[];
    /** If its schedule changed after the month began: since when it counts. */
    countedSince: Date | null;
  };

export type MonthlyReport = {
  total: ReportedGroup;
  /** The worst. Empty in a report of one tag. */
  tags: (ReportedGroup & { tag: string; snitches: number })[];
  snitches: ReportedSnitch[];
};

export const MAX_REPORT_TAGS = 12;

type Row = ScheduleColumns & {
  id: string;
  token: string;
  name: string;
  tags: string[];
  createdAt: Date;
  rescheduledAt: Date | null;
};

/** A report on 5,000 snitches takes 1 to 2 MB. */
const MAX_STORED = 20;
const reports = remember(
  "tattle.monthly-reports",
  () => new SharedResults<MonthlyReport>(MINUTE_MS, MAX_STORED),
);

/** The snitches that a report is of: those with a tag, those whose latest run came from a machine, those in the scope of a key, or all. */
export type ReportFilter = { tag?: string | null; host?: string | null; scope?: KeyScope };

/** What became of the scheduled runs of a month, of the snitches of a case or some of them: as of the last minute. */
export const monthlyReport = (
  caseId: string,
  filter: ReportFilter,
  month: ReportMonth,
  now: Date,
): Promise<MonthlyReport> =>
  reports.read(caseId, JSON.stringify([filter, month.start, month.end]), now, () =>
    computeReport(caseId, filter, month, now),
  );

async function computeReport(
  caseId: string,
  { tag = null, host = null, scope = null }: ReportFilter,
  { start, end }: ReportMonth,
  now: Date,
): Promise<MonthlyReport> {
  const rows = await query<Row>(
    `SELECT id, token, name, tags, interval, schedule, timezone, grace, start_grace AS "startGrace", early, active,
       created_at AS "createdAt", rescheduled_at AS "rescheduledAt"
     FROM snitches WHERE case_id = $1 AND created_at < $2 AND ($3::text IS NULL OR tags @> ARRAY[$3])
       AND ($4::text IS NULL OR $4 = ${LAST_HOST}) 
       AND EXISTS (SELECT FROM snitches s WHERE s.id = snitches.id AND ${scopeCondition(5, 6)})
     ORDER BY lower(name), id`,
    [caseId, end, tag, host, ...scopeParameters(scope)],
  );
  const snitches = rows.map((row) => ({ ...row, ...toScheduleTerms(row), caseId }));
  const counts = await countRange(snitches, start, end, now);
  const findCounts = ({ id }: { id: string }) => counts.get(id) ?? NO_DAY;
  const reported = snitches.map((snitch) => {
    const { token, name, tags, rescheduledAt } = snitch;
    const { runs, runMs, longestMs, ...found } = findCounts(snitch);
    const countedSince = rescheduledAt && rescheduledAt > start ? rescheduledAt : null;
    return { token, name, tags, countedSince, counts: found, runs, runMs, longestMs };
  });
  return {
    total: { counts: sumCounts(reported.map(({ counts }) => counts)) },
    tags: tag === null ? groupByTag(reported) : [],
    snitches: reported,
  };
}

/** The snitches of each tag: the worst first, then those of most snitches. */
function groupByTag(snitches: ReportedSnitch[]): MonthlyReport["tags"] {
  const tagged = snitches.flatMap(({ tags, counts }) => tags.map((tag) => ({ tag, counts })));
  return [...groupBy(tagged, ({ tag }) => tag)]
    .map(([tag, all]) => ({ tag, snitches: all.length, counts: sumCounts(all.map(({ counts }) => counts)) }))
    .sort(
      (one, other) =>
        countBad(other.counts) - countBad(one.counts) ||
        other.snitches - one.snitches ||
        one.tag.localeCompare(other.tag),
    )
    .slice(0, MAX_REPORT_TAGS);
}
