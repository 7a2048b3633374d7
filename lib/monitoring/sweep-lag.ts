import { pool } from "@/lib/platform/db";
import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/schedule/deadline-allowance";
import { isDueBy } from "@/lib/snitches/watch-at";

/** How far the sweep is behind, in milliseconds: how long ago the oldest due snitch became due. 0 if none is due. */
export async function sweepLag(): Promise<number> {
  const { rows } = await pool.query<{ lagMs: number }>(
    `SELECT greatest(0, extract(epoch FROM now() - least(
         (SELECT min(deadline) FROM snitches, (SELECT now() - $1 * interval '1 ms' AS until) due
            WHERE ${isDueBy("until")}) + $1 * interval '1 ms',
         (SELECT min(pause_ends_at) FROM snitches WHERE pause_ends_at IS NOT NULL))) * 1000)::float AS "lagMs"`,
    [DEADLINE_ALLOWANCE_MS],
  );
  return rows[0]?.lagMs ?? 0;
}
