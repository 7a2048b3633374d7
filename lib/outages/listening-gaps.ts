import { query, type Sql } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/rules/durations";
import type { ListeningGap } from "@/lib/rules/state/listening-gap";

/** A listener that has not renewed its row for this long does not listen anymore. */
export const STALE_AFTER = "interval '15 seconds'";

/** The window of a deadline is at most two months long, and a few days more do not matter. */
const LONGEST_WINDOW_MS = 70 * DAY_MS;

/**
 * The times between the stretches of all listeners, the time since the last one if no one listens now, and the times in
 * which alerts were held because nothing arrived. A hold that expired is none: its misses were alerted.
 */
export const LISTENING_GAPS = `
  SELECT covered_until AS starts_at, since AS ends_at
  FROM (SELECT since, max(seen_at) OVER (ORDER BY since ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
        AS covered_until FROM listeners) AS stretches
  WHERE covered_until < since
  UNION ALL
  SELECT max(seen_at), now() FROM listeners HAVING max(seen_at) < now() - ${STALE_AFTER}
  UNION ALL
  SELECT starts_at, coalesce(ends_at, now()) FROM alert_holds WHERE expired_at IS NULL`;

/** The listening gaps that overlap a range of time, oldest first. */
export const listListeningGaps = (sql: Sql, from: Date, until: Date): Promise<ListeningGap[]> =>
  sql<ListeningGap>(
    `SELECT starts_at AS "startsAt", ends_at AS "endsAt" FROM (${LISTENING_GAPS}) AS gaps
     WHERE ends_at > $1 AND starts_at < $2 ORDER BY starts_at`,
    [from, until],
  );

/** How many milliseconds between these times no check-in could arrive. Overlapping gaps count once. */
export async function gapMsBetween(from: Date, until: Date): Promise<number> {
  const listeningGaps = await listListeningGaps(query, from, until);
  let gapMs = 0;
  let countedUntilMs = from.getTime();
  for (const { startsAt, endsAt } of listeningGaps) {
    const startMs = Math.max(startsAt.getTime(), countedUntilMs);
    const endMs = Math.min(endsAt.getTime(), until.getTime());
    gapMs += Math.max(0, endMs - startMs);
    countedUntilMs = Math.max(countedUntilMs, endMs);
  }
  return gapMs;
}

/** The listening gaps that may have hidden a check-in that a deadline before `now` waited for. */
export const recentListeningGaps = (sql: Sql, now: Date): Promise<ListeningGap[]> =>
  listListeningGaps(sql, new Date(now.getTime() - LONGEST_WINDOW_MS), now);
