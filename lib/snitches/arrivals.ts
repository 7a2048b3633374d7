import { prepared } from "@/lib/platform/db";
import type { Period } from "@/lib/rules/schedule/period";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { latestWindows } from "@/lib/rules/schedule/windows";
import { IS_ERROR, IS_REPORT } from "./reports";

/** A window and the time of its first healthy check-in; null if it had none. */
export type Arrival = Period & { at: Date | null };

/** The first healthy check-in of each of the latest windows, oldest first: the basis of smart deadlines. */
export async function listArrivals(
  snitch: { id: string } & ScheduleTerms,
  count: number,
  now: Date,
): Promise<Arrival[]> {
  const windows = latestWindows(snitch, count, now);
  const rows = await prepared<{ at: Date | null }>(
    `SELECT first.at FROM unnest($2::timestamptz[], $3::timestamptz[]) WITH ORDINALITY AS requested (starts, ends, ordinal)
     LEFT JOIN LATERAL (
       SELECT at FROM check_ins
       WHERE snitch_id = $1 AND at >= requested.starts AND at < requested.ends AND ${IS_REPORT} AND NOT ${IS_ERROR}
       ORDER BY at LIMIT 1
     ) first ON true
     ORDER BY ordinal`,
    [snitch.id, windows.map(({ start }) => start), windows.map(({ end }) => end)],
  );
  return windows.map(({ start, end }, i) => ({ start, end, at: rows[i]?.at ?? null }));
}
