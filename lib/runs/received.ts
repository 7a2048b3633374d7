import { query } from "@/lib/platform/db";
import type { Run } from "@/lib/rules/runs/run";

/** The times at which the reports of these runs are stored. */
export const listSignalTimes = (runs: Run[]) =>
  runs.flatMap(({ at, startedAt, endedAt, lastFinishAt }) => [at, startedAt, endedAt, lastFinishAt]);

/** When the latest report of each of these runs of a snitch came, of those that had happened before. By the id of the run. */
export async function listReceivedAt(snitchId: string, runs: Run[]): Promise<Map<string, Date>> {
  const rows = await query<{ id: string; receivedAt: Date }>(
    `SELECT run_id AS id, max(received_at) AS "receivedAt" FROM check_ins
     WHERE snitch_id = $1 AND at = ANY($2::timestamptz[]) AND run_id = ANY($3::uuid[]) AND received_at IS NOT NULL GROUP BY run_id`,
    [snitchId, listSignalTimes(runs), runs.map(({ id }) => id)],
  );
  return new Map(rows.map(({ id, receivedAt }) => [id, receivedAt]));
}
