import { pool } from "@/lib/platform/db";
import type { Interval } from "@/lib/rules/interval";
import type { Period } from "@/lib/rules/period";
import { latestPeriods } from "./history";

/** When the first healthy check-in of a period came; null where none did. */
export type Arrival = Period & { at: Date | null };

/** When the job reported in each of its latest periods, oldest first: what smart looks at. */
export async function listArrivals(
  { id, interval }: { id: string; interval: Interval },
  count: number,
  now: Date,
): Promise<Arrival[]> {
  const periods = latestPeriods(interval, count, now);
  const { rows } = await pool.query<{ at: Date | null }>(
    `SELECT first.at FROM unnest($2::timestamptz[], $3::timestamptz[]) WITH ORDINALITY AS asked (starts, ends, place)
     LEFT JOIN LATERAL (
       SELECT at FROM check_ins
       WHERE snitch_id = $1 AND at >= asked.starts AND at < asked.ends AND accepted AND exit_status IN ('', '0')
       ORDER BY at LIMIT 1
     ) first ON true
     ORDER BY place`,
    [id, periods.map(({ start }) => start), periods.map(({ end }) => end)],
  );
  return periods.map((period, i) => ({ ...period, at: rows[i]?.at ?? null }));
}
