import { type Column, listLiteral, rowsFrom } from "@/lib/platform/columns";
import type { Sql } from "@/lib/platform/db";
import type { CheckIn } from "@/lib/rules/reports/check-in";
import { countedHourOf } from "@/lib/rules/reports/rate-limit";
import type { LateFacts } from "@/lib/rules/reports/reported-snitch";

type Key = CheckIn & { snitchId: string };

const KEY: Column<Key>[] = [
  ["id", "uuid", ({ id }) => id],
  ["snitch_id", "uuid", ({ snitchId }) => snitchId],
  ["at", "time", ({ at }) => at],
  ["hour", "time", ({ at }) => countedHourOf(at)],
  ["rid", "text", ({ signal }) => signal?.rid ?? null],
  ["is_start", "bool", ({ signal }) => signal?.kind === "start"],
  ["exit_status", "text", ({ exitStatus }) => exitStatus],
];

const IS_SIGNAL = "c.kind IN ('start', 'expected_start', 'log')";

/** A run's finish does not count if its start did. */
const COUNTED = `(${IS_SIGNAL} OR c.kind IN ('finish', 'violation') AND NOT EXISTS (
  SELECT FROM runs r WHERE r.snitch_id = c.snitch_id AND r.id = c.run_id AND r.at > n.since - interval '35 days' AND r.started_at IS NOT NULL))`;

// One alert may represent several misses, so a snitch that is missing has always missed something since.
const FIND = `
  SELECT n.id, k.accept_late_reports AS "acceptsLateReports",
    s.status = 'failed' OR s.status_before_pause = 'failed' OR s.paused_at >= n.since OR s.deadline_since >= n.since
      OR EXISTS (SELECT FROM check_ins c WHERE c.snitch_id = n.snitch_id AND c.at >= n.since AND c.accepted AND c.kind NOT IN ('log', 'ignored'))
      OR EXISTS (SELECT FROM alerts a WHERE a.snitch_id = n.snitch_id AND a.at >= n.since)
      OR EXISTS (SELECT FROM pauses p WHERE p.snitch_id = n.snitch_id AND p.ends_at >= n.since)
      OR EXISTS (SELECT FROM past_settings o WHERE o.snitch_id = n.snitch_id AND o.until >= n.since)
      OR EXISTS (SELECT FROM unknown_misses u WHERE u.snitch_id = n.snitch_id AND u.silence_ends_at >= n.since) AS "isStateNewer",
    n.rid IS NOT NULL AND EXISTS (
      SELECT FROM check_ins c JOIN runs r ON r.snitch_id = c.snitch_id AND r.id = c.run_id AND r.rid = n.rid
      WHERE c.snitch_id = n.snitch_id AND c.at BETWEEN n.since - interval '30 seconds' AND n.since + interval '30 seconds' AND c.accepted
        AND (c.kind IN ('start', 'expected_start')) = n.is_start AND c.exit_status = n.exit_status) AS "hasSameSignal",
    (SELECT json_agg(json_build_array(date_part('epoch', c.at) * 1000, ${IS_SIGNAL})) FROM check_ins c
     WHERE c.snitch_id = n.snitch_id AND c.at >= n.hour AND c.at < n.hour + interval '1 hour' AND c.accepted AND ${COUNTED}) AS counted
  FROM (SELECT n.id, n.snitch_id, to_timestamp(n.at) AS since, to_timestamp(n.hour) AS hour, n.rid, n.is_start, n.exit_status
        FROM ${rowsFrom(KEY)}) AS n
  JOIN snitches s ON s.id = n.snitch_id JOIN cases k ON k.id = s.case_id`;

type Row = Omit<LateFacts, "counted" | "isStateNewer"> & {
  id: string;
  isStateNewer: boolean | null;
  counted: [atMs: number, isSignal: boolean][] | null;
};

/** Facts about these late check-ins, by their ids. */
export async function findLateFacts(sql: Sql, keys: Key[]): Promise<Map<string, LateFacts>> {
  if (keys.length === 0) return new Map();
  const rows = await sql<Row>(
    FIND,
    KEY.map(([, type, value]) => listLiteral(type, keys.map(value))),
  );
  return new Map(
    rows.map(({ id, counted, isStateNewer, ...row }) => [
      id,
      {
        ...row,
        isStateNewer: isStateNewer === true,
        counted: (counted ?? []).map(([atMs, isSignal]) => ({ at: new Date(atMs), isSignal })),
      },
    ]),
  );
}
