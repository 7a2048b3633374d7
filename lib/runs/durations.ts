import { query } from "@/lib/platform/db";

/** How many of the latest runs show how long a job takes. */
const COUNTED = 100;

const latestRuns = (snitchId: string) =>
  `(SELECT at, id, outcome, coalesce(reported_ms, duration_ms) AS ms FROM runs WHERE snitch_id = ${snitchId}
    ORDER BY at DESC, id DESC LIMIT ${COUNTED}) latest`;

/** SQL for how long the latest run of a snitch took whose duration is known, in milliseconds; null if that of none is. */
export const lastDurationMs = (snitchId: string) =>
  `(SELECT ms FROM ${latestRuns(snitchId)} WHERE ms IS NOT NULL ORDER BY at DESC, id DESC LIMIT 1)`;

/** SQL for how long at most 95 of 100 of the latest runs of a snitch that succeeded took, in milliseconds; null without such runs. */
export const p95DurationMs = (snitchId: string) =>
  `(SELECT percentile_cont(0.95) WITHIN GROUP (ORDER BY ms) FROM ${latestRuns(snitchId)} WHERE outcome = 'succeeded')`;

export type RecentDurations = { lastMs: number | null; p95Ms: number | null };

/** How long the latest runs of these snitches took, by snitch id. */
export async function findRecentDurations(snitchIds: string[]): Promise<Map<string, RecentDurations>> {
  const rows = await query<RecentDurations & { id: string }>(
    `SELECT id, ${lastDurationMs("n.id")} AS "lastMs", ${p95DurationMs("n.id")} AS "p95Ms" FROM unnest($1::uuid[]) AS n (id)`,
    [snitchIds],
  );
  return new Map(rows.map(({ id, ...durations }) => [id, durations]));
}
