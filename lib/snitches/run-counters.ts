import { timeOfId } from "@/lib/audit/settled";
import { query, transaction } from "@/lib/platform/db";
import { HOUR_MS, SECOND_MS } from "@/lib/rules/durations";
import { BOUNDS_SECONDS, type RunCounters } from "./metrics";
import { IS_ERROR } from "./reports";

/** Reports of the last hour may still come from a journal or a spool. */
const COUNTED_AFTER_MS = HOUR_MS;

/** A miss may be noticed after the outage in which its deadline passed. */
const NOTICED_WITHIN = "interval '2 days'";

/**
 * SQL: the finishes since the counted instant of each snitch `n`, up to `$2`: those of plain check-ins, and the first of each run. Such a
 * row never changes, as that of a run does, so no count ever falls. `ms`: how long the run took.
 */
const FINISHES = `
  SELECT c.at, CASE WHEN r.outcome = 'overran' THEN 'overran' WHEN ${IS_ERROR.replaceAll(/exit_status|kind/g, "c.$&")} THEN 'failed' ELSE 'succeeded' END AS outcome,
    coalesce(r.reported_ms, date_part('epoch', c.at - r.started_at) * 1000) AS ms
  FROM check_ins c LEFT JOIN LATERAL (
    SELECT outcome, reported_ms, started_at, at FROM runs
    WHERE snitch_id = c.snitch_id AND at = ${timeOfId("c.run_id")} AND id = c.run_id LIMIT 1) r ON true
  WHERE c.snitch_id = n.id AND c.at > n.since AND c.at <= $2 AND c.accepted AND c.kind IN ('finish', 'violation')
    AND (c.run_id IS NULL OR NOT EXISTS (SELECT FROM check_ins earlier WHERE earlier.snitch_id = c.snitch_id
      AND earlier.at >= r.at AND earlier.at < c.at AND earlier.run_id = c.run_id AND earlier.kind IN ('finish', 'violation')))`;

const OUTCOMES = ["succeeded", "failed", "overran"] as const;
const WITHIN = BOUNDS_SECONDS.map((seconds) => `count(*) FILTER (WHERE ms <= ${seconds * SECOND_MS})`);

/** SQL: the counters of the snitches `$1` up to `$2`: what is stored, and what came since. */
const COUNTERS = `
  SELECT n.id, ${OUTCOMES.map((name) => `n.${name} + f.${name} AS ${name}`).join(", ")},
    n.misses + (SELECT count(*) FROM alerts WHERE snitch_id = n.id AND kind = 'missing' AND at > n.since - ${NOTICED_WITHIN}
      AND created_at > n.since AND created_at <= $2 AND NOT is_reminder AND NOT is_excused) AS misses,
    ARRAY[${WITHIN.map((_, i) => `n.within[${i + 1}] + f.within[${i + 1}]`).join(", ")}] AS within,
    n.timed + f.timed AS timed, n.timed_ms + f.timed_ms AS timed_ms
  FROM (
    SELECT s.id, coalesce(k.counted_until, '-infinity') AS since, ${OUTCOMES.map((name) => `coalesce(k.${name}, 0) AS ${name}`).join(", ")},
      coalesce(k.misses, 0) AS misses, coalesce(k.within, '{${BOUNDS_SECONDS.map(() => 0)}}') AS within,
      coalesce(k.timed, 0) AS timed, coalesce(k.timed_ms, 0) AS timed_ms
    FROM unnest($1::uuid[]) AS s (id) LEFT JOIN run_counters k ON k.snitch_id = s.id) n
  CROSS JOIN LATERAL (
    SELECT ${OUTCOMES.map((name) => `count(*) FILTER (WHERE outcome = '${name}') AS ${name}`).join(", ")},
      ARRAY[${WITHIN.join(", ")}] AS within, count(ms) AS timed, coalesce(sum(ms), 0) AS timed_ms
    FROM (${FINISHES}) finishes) f`;

/** The counters of these snitches, by their ids. They never fall. */
export async function readRunCounters(snitchIds: string[], now: Date): Promise<Map<string, RunCounters>> {
  // The clocks of processes differ.
  const until = new Date(now.getTime() + HOUR_MS);
  const rows = await query<RunCounters>(
    `SELECT id, ${[...OUTCOMES, "misses", "timed"].map((name) => `${name}::float8`).join(", ")}, within::float8[], timed_ms AS "timedMs"
     FROM (${COUNTERS}) counters`,
    [snitchIds, until],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

const BATCH = 500;

/** The id of the advisory lock: “RUNS” in ASCII. */
const LOCK_ID = 0x52554e53;

const NIL = "00000000-0000-0000-0000-000000000000";

/** Adds what happened up to an hour ago to the stored counters, so that it may be deleted. One process at a time does it. */
export async function storeRunCounters(now: Date): Promise<void> {
  const until = new Date(now.getTime() - COUNTED_AFTER_MS);
  for (let after: string | undefined = NIL; after !== undefined; ) {
    const from: string = after;
    after = await transaction(async (sql) => {
      const [row] = await sql<{ locked: boolean }>("SELECT pg_try_advisory_xact_lock($1) AS locked", [
        LOCK_ID,
      ]);
      if (!row?.locked) return;
      const rows = await sql<{ id: string; isCounted: boolean }>(
        `SELECT s.id, coalesce(k.counted_until >= $2, false) AS "isCounted"
         FROM snitches s LEFT JOIN run_counters k ON k.snitch_id = s.id WHERE s.id > $1 ORDER BY s.id LIMIT ${BATCH} FOR KEY SHARE OF s`,
        [from, until],
      );
      const ids = rows.flatMap(({ id, isCounted }) => (isCounted ? [] : [id]));
      const columns = [...OUTCOMES, "misses", "within", "timed", "timed_ms"];
      await sql(
        `INSERT INTO run_counters (snitch_id, counted_until, ${columns})
         SELECT id, $2, ${columns} FROM (${COUNTERS}) counters
         ON CONFLICT (snitch_id) DO UPDATE SET counted_until = excluded.counted_until, ${columns.map((name) => `${name} = excluded.${name}`).join(", ")}`,
        [ids, until],
      );
      return rows.length < BATCH ? undefined : rows.at(-1)?.id;
    });
  }
}
