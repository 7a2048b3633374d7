import { CANARY } from "@/lib/metrics/canary";
import { pool } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/rules/durations";
import { partitionName, startOfMonth } from "@/lib/storage/months";
import { CASE_SUMMARY, type CaseSummary, PAGE_SIZE } from "./list-all";

/** A month has an index by snitch and none by time, so it is read; of a larger one only so many pages, of 8 kB, taken at random. */
const MAX_PAGES = 10_000;

/** `page`: from 1 on. */
export type BusiestQuery = { search?: string; page: number };

/** A case with the number of check-ins in the last 24 hours. */
export type BusyCase = CaseSummary & { checkIns: number };

/** The part of a partition that is read, in percent of its pages. */
type Sample = { table: string; percent: number };

/**
 * One page of all cases, those with the most check-ins in the last 24 hours first. `isEstimate`: the numbers are projected from a part of
 * the month, because it is too large to be counted.
 */
export async function listBusiestCases({ search, page }: BusiestQuery, now: Date, maxPages = MAX_PAGES) {
  const since = new Date(now.getTime() - DAY_MS);
  const samples = await chooseSamples(since, now, maxPages);
  const counts = samples.map(
    ({ table, percent }) => `SELECT snitch_id, count(*) * ${100 / percent} AS check_ins FROM ${table}
      ${percent < 100 ? `TABLESAMPLE SYSTEM (${percent}) REPEATABLE (1)` : ""}
      WHERE at > $4 AND at <= $5 GROUP BY snitch_id`,
  );
  const { rows } = await pool.query<BusyCase>(
    `WITH loads AS MATERIALIZED (
       SELECT s.case_id, sum(check_ins) AS check_ins FROM (${counts.join(" UNION ALL ")}) AS of_snitch
       JOIN snitches s ON s.id = snitch_id GROUP BY s.case_id)
     SELECT ${CASE_SUMMARY}, round(coalesce(loads.check_ins, 0))::float8 AS "checkIns"
     FROM cases c LEFT JOIN loads ON loads.case_id = c.id
     WHERE c.id <> $1 AND ($2::text IS NULL OR position(lower($2) IN lower(c.name)) > 0 OR c.id::text = lower($2))
     ORDER BY "checkIns" DESC, c.id OFFSET $3 LIMIT ${PAGE_SIZE + 1}`,
    [CANARY.caseId, search ?? null, (page - 1) * PAGE_SIZE, since, now],
  );
  return {
    rows: rows.slice(0, PAGE_SIZE),
    hasMore: rows.length > PAGE_SIZE,
    isEstimate: samples.some(({ percent }) => percent < 100),
  };
}

/** The partitions that have check-ins of the time, and how much of each is read. */
async function chooseSamples(since: Date, until: Date, maxPages: number): Promise<Sample[]> {
  const months = new Set([since, until].map((at) => partitionName("check_ins", startOfMonth(at))));
  const { rows } = await pool.query<{ table: string; pages: number }>(
    `SELECT name AS table, (pg_relation_size(to_regclass(name)) / current_setting('block_size')::int)::float8 AS pages
     FROM unnest($1::text[]) AS name WHERE to_regclass(name) IS NOT NULL`,
    [[...months, "check_ins_default"]],
  );
  return rows.map(({ table, pages }) => ({
    table,
    percent: pages <= maxPages ? 100 : (maxPages / pages) * 100,
  }));
}
