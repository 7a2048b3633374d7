import { pool } from "@/lib/platform/db";
import { periodAt } from "@/lib/rules/period";

const DAY_MS = 86_400_000;

export type Day = { day: Date; healthy: number; errors: number };

/** How often a job reported on each of the latest days, today among them, oldest first. */
export async function countDays(snitchId: string, days: number, now: Date): Promise<Day[]> {
  const today = periodAt("daily", now).start.getTime();
  const first = new Date(today - (days - 1) * DAY_MS);
  const { rows } = await pool.query<{ place: number; healthy: number; errors: number }>(
    `SELECT floor(extract(epoch FROM at - $2::timestamptz) / 86400)::int AS place,
       count(*) FILTER (WHERE exit_status IN ('', '0'))::int AS healthy,
       count(*) FILTER (WHERE exit_status NOT IN ('', '0'))::int AS errors
     FROM check_ins WHERE snitch_id = $1 AND at >= $2 AND at <= $3 AND accepted GROUP BY 1`,
    [snitchId, first, now],
  );
  const counted = new Map(rows.map(({ place, ...count }) => [place, count]));
  return Array.from({ length: days }, (_, place) => ({
    day: new Date(first.getTime() + place * DAY_MS),
    ...(counted.get(place) ?? { healthy: 0, errors: 0 }),
  }));
}
