import type { Sql } from "@/lib/platform/db";

/** How many runs show how long a job usually takes. */
const COUNTED = 20;

/** How long the runs of each snitch usually take, in milliseconds: the median of the latest ones that succeeded. By snitch id. */
export async function usualDurations(sql: Sql, snitchIds: string[]): Promise<Map<string, number>> {
  if (snitchIds.length === 0) return new Map();
  const rows = await sql<{ id: string; ms: number | null }>(
    `SELECT n.id, usual.ms FROM unnest($1::uuid[]) AS n (id) CROSS JOIN LATERAL (
       SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY ms) AS ms FROM (
         SELECT coalesce(reported_ms, duration_ms) AS ms FROM runs
         WHERE snitch_id = n.id AND outcome = 'succeeded' AND coalesce(reported_ms, duration_ms) IS NOT NULL
         ORDER BY at DESC, id DESC LIMIT ${COUNTED}) latest) usual`,
    [[...new Set(snitchIds)]],
  );
  return new Map(rows.flatMap(({ id, ms }) => (ms === null ? [] : [[id, ms]])));
}
