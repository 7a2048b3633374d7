import { pool } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/durations";
import { periodAt } from "@/lib/rules/period";

export type Day = { day: Date; healthy: number; errors: number };

/** The healthy check-ins and error reports of each of the latest days, oldest first. The last day is today, in UTC. */
export async function countDays(snitchId: string, days: number, now: Date): Promise<Day[]> {
  const todayMs = periodAt("daily", now).start.getTime();
  const firstDay = new Date(todayMs - (days - 1) * DAY_MS);
  const { rows } = await pool.query<{ dayIndex: number; healthy: number; errors: number }>(
    `SELECT floor(extract(epoch FROM at - $2::timestamptz) / 86400)::int AS "dayIndex",
       count(*) FILTER (WHERE exit_status IN ('', '0'))::int AS healthy,
       count(*) FILTER (WHERE exit_status NOT IN ('', '0'))::int AS errors
     FROM check_ins WHERE snitch_id = $1 AND at >= $2 AND at <= $3 AND accepted GROUP BY 1`,
    [snitchId, firstDay, now],
  );
  const counts = new Map(rows.map(({ dayIndex, ...count }) => [dayIndex, count]));
  return Array.from({ length: days }, (_, dayIndex) => ({
    day: new Date(firstDay.getTime() + dayIndex * DAY_MS),
    ...(counts.get(dayIndex) ?? { healthy: 0, errors: 0 }),
  }));
}
