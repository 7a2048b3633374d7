import { prepared } from "@/lib/platform/db";
import { HOUR_MS, SECOND_MS } from "@/lib/rules/durations";
import { type TimelineAxis, unitMs } from "@/lib/rules/history/case-timeline/axis";
import type { Happenings, MarkKind } from "@/lib/rules/history/case-timeline/happenings";
import { MIN_WIDTH } from "@/lib/rules/history/case-timeline/marks";
import { compileSchedule } from "@/lib/rules/schedule/compile";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { IS_ERROR, IS_REPORT } from "@/lib/snitches/reports";

type Scheduled = { id: string } & ScheduleTerms;

/** Beyond so many runs in the range, they are looked for in each piece of the axis instead of read one by one. */
const MAX_READ = 500;

/** What a run that began before the axis, and has ended, is looked for within. */
const LOOKED_BACK_MS = 6 * HOUR_MS;

/** Whether a job runs too often to read each of its runs. Then every piece of the axis that has a good one counts as one. */
export const isDense = (terms: ScheduleTerms, { fromMs, nowMs }: TimelineAxis): boolean =>
  (nowMs - fromMs) / compileSchedule(terms).gaps.shortestMs > MAX_READ;

/**
 * What happened to each of these snitches on this axis, by its id, without maintenance: runs, plain check-ins, misses, pauses and
 * incidents, in one statement. It costs at most `MAX_READ` rows for each snitch whose job runs as its schedule says.
 */
export async function listCaseTimeline(
  snitches: Scheduled[],
  axis: TimelineAxis,
): Promise<Map<string, Happenings>> {
  const { fromMs, nowMs } = axis;
  const rows = await prepared<{ place: string; kind: MarkKind; spans: string }>(STATEMENT, [
    snitches.map(({ id }) => id),
    snitches.map((snitch) => isDense(snitch, axis)),
    new Date(fromMs),
    new Date(nowMs),
    new Date(fromMs - LOOKED_BACK_MS),
    (MIN_WIDTH * unitMs(axis)) / SECOND_MS,
    Math.ceil((nowMs - fromMs) / (MIN_WIDTH * unitMs(axis))),
  ]);
  const bySnitch = new Map<string, Happenings>(snitches.map(({ id }) => [id, {}]));
  for (const { place, kind, spans } of rows) {
    const happenings = bySnitch.get(snitches[Number(place) - 1]?.id ?? "");
    if (happenings) happenings[kind] = parseSpans(spans, fromMs);
  }
  return bySnitch;
}

/** “-60:90,3600:0”: seconds after the start of the axis, and how many seconds each lasts. */
const parseSpans = (spans: string, fromMs: number) =>
  spans.split(",").map((span) => {
    const [from, lasts] = span.split(":");
    const startMs = fromMs + Number(from) * SECOND_MS;
    return { fromMs: startMs, toMs: startMs + Number(lasts) * SECOND_MS };
  });

const RUN_KIND = `CASE WHEN outcome = 'succeeded' THEN 'ran' WHEN outcome = 'running' THEN 'running'
  WHEN outcome = 'abandoned' THEN 'lost' ELSE 'failed' END`;
const RUN_STARTS = "coalesce(started_at, ended_at - reported_ms * interval '1 ms', at)";

/** `$6`: the seconds of a piece of the axis, `$7`: how many pieces there are until now. */
const PIECE = `$3::timestamptz + piece * $6::float8 * interval '1 s'`;
const NEXT_PIECE = `$3::timestamptz + (piece + 1) * $6::float8 * interval '1 s'`;

const STATEMENT = `
  WITH shown AS MATERIALIZED (
    SELECT s.id, place, dense, s.last_run_at IS NOT NULL AS has_runs, s.paused_at
    FROM unnest($1::uuid[], $2::bool[]) WITH ORDINALITY AS n (id, dense, place) JOIN snitches s USING (id)
  ), happened AS (
    SELECT place, ${RUN_KIND} AS kind, ${RUN_STARTS} AS starts, coalesce(ended_at, CASE outcome WHEN 'running' THEN $4 ELSE at END) AS ends
    FROM shown CROSS JOIN LATERAL (
      SELECT * FROM runs r WHERE r.snitch_id = shown.id AND r.at >= $5 AND r.at < $4 OFFSET 0) r
    WHERE has_runs AND NOT dense AND (r.at >= $3 OR ended_at >= $3)
    UNION ALL
    SELECT place, 'running', coalesce(started_at, at), $4
    FROM shown JOIN runs r ON r.snitch_id = shown.id AND outcome = 'running' AND r.at < CASE WHEN dense THEN $4 ELSE $5 END
    WHERE has_runs
    UNION ALL
    SELECT place, CASE WHEN ${IS_ERROR} THEN 'failed' ELSE 'ran' END, at, at
    FROM shown CROSS JOIN LATERAL (
      SELECT at, exit_status, kind FROM check_ins c
      WHERE c.snitch_id = shown.id AND c.at >= $3 AND c.at < $4 AND run_id IS NULL AND ${IS_REPORT} OFFSET 0) c
    WHERE NOT dense
    UNION ALL
    SELECT place, 'ran', ${PIECE}, ${NEXT_PIECE}
    FROM shown CROSS JOIN generate_series(0, $7::int - 1) piece CROSS JOIN LATERAL (
      SELECT FROM check_ins c
      WHERE c.snitch_id = shown.id AND c.at >= ${PIECE} AND c.at < ${NEXT_PIECE} AND ${IS_REPORT} AND NOT ${IS_ERROR} LIMIT 1) c
    WHERE dense
    UNION ALL
    SELECT place, 'failed', min(at), min(at)
    FROM shown JOIN check_ins c ON c.snitch_id = shown.id AND c.at >= $3 AND c.at < $4 AND ${IS_REPORT} AND ${IS_ERROR}
    WHERE dense
    GROUP BY place, floor(extract(epoch FROM at - $3) / $6)
    UNION ALL
    SELECT place, CASE WHEN a.kind = 'errored' THEN 'failed' WHEN is_excused THEN 'excused' ELSE 'missed' END, at, at
    FROM shown JOIN alerts a ON a.snitch_id = shown.id AND a.at >= $3 AND a.at <= $4 AND NOT a.is_reminder AND a.disproved_at IS NULL
      AND (a.kind = 'missing' OR (a.kind = 'errored' AND dense AND cause = 'overran'))
    UNION ALL
    SELECT place, 'lost', deadline, deadline
    FROM shown JOIN unknown_misses u ON u.snitch_id = shown.id AND u.deadline >= $3 AND u.deadline <= $4
    UNION ALL
    SELECT place, 'incident', opened_at, coalesce(closed_at, $4)
    FROM shown JOIN incidents i ON i.snitch_id = shown.id AND i.disproved_at IS NULL AND i.opened_at < $4 AND (i.closed_at IS NULL OR i.closed_at > $3)
    UNION ALL
    SELECT place, 'paused', starts_at, ends_at
    FROM shown JOIN pauses p ON p.snitch_id = shown.id AND p.ends_at > $3
    UNION ALL
    SELECT place, 'paused', paused_at, $4 FROM shown WHERE paused_at IS NOT NULL
  )
  SELECT place, kind, string_agg(
    floor(extract(epoch FROM starts - $3))::int || ':' || ceil(extract(epoch FROM greatest(ends, starts) - starts))::int, ',') AS spans
  FROM happened GROUP BY place, kind`;
