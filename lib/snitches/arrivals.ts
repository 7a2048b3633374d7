import { pool } from "@/lib/platform/db";
import type { Interval } from "@/lib/rules/interval";
import { latestPeriods, type Period } from "@/lib/rules/period";

/** A period and the time of its first healthy check-in; null if it had none. */
export type Arrival = Period & { at: Date | null };

/** The first healthy check-in of each of the latest periods, oldest first: the basis of smart deadlines. */
export async function listArrivals(
  { id, interval }: { id: string; interval: Interval },
  count: number,
  now: Date,
): Promise<Arrival[]> {
  const periods = latestPeriods(interval, count, now);
  const { rows } = await pool.query<{ at: Date | null }>(
    `SELECT first.at FROM unnest($2::timestamptz[], $3::timestamptz[]) WITH ORDINALITY AS requested (starts, ends, ordinal)
     LEFT JOIN LATERAL (
       SELECT at FROM check_ins
       WHERE snitch_id = $1 AND at >= requested.starts AND at < requested.ends AND accepted AND exit_status IN ('', '0')
       ORDER BY at LIMIT 1
     ) first ON true
     ORDER BY ordinal`,
    [id, periods.map(({ start }) => start), periods.map(({ end }) => end)],
  );
  return periods.map((period, i) => ({ ...period, at: rows[i]?.at ?? null }));
}
