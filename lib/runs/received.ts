import { query } from "@/lib/platform/db";
import type { Run } from "@/lib/rules/runs/run";

/** The times at which the reports of these runs are stored. */
export const listSignalTimes = (runs: Run[]) =>
  runs.flatMap(({ at, startedAt, endedAt, lastFinishAt }) => [at, startedAt, endedAt, lastFinishAt]);

/** When the latest report of each of these runs came, of those that had happened before. By the id of the run. */
export async function listReceivedAt(runs: { snitchId: string; run: Run }[]): Promise<Map<string, Date>> {
  const signals = runs.flatMap(({ snitchId, run }) => {
    const times = listSignalTimes([run]).flatMap((at) => at?.getTime() ?? []);
    return [...new Set(times)].map((atMs) => ({ snitchId, runId: run.id, at: new Date(atMs) }));
  });
  const times = signals.map(({ at }) => at);
  const inOrder = times.toSorted((one, other) => one.getTime() - other.getTime());
  // The LIMIT has Postgres look up each report, and the first and the last time in which months.
  const rows = await query<{ id: string; receivedAt: Date }>(
    `SELECT signal.run_id AS id, max(c.received_at) AS "receivedAt"
     FROM unnest($1::uuid[], $2::timestamptz[], $3::uuid[]) AS signal (snitch_id, at, run_id) CROSS JOIN LATERAL (
       SELECT received_at FROM check_ins WHERE snitch_id = signal.snitch_id AND at = signal.at AND run_id = signal.run_id
         AND at BETWEEN $4 AND $5 AND received_at IS NOT NULL ORDER BY received_at DESC LIMIT 1) c GROUP BY 1`,
    [
      signals.map(({ snitchId }) => snitchId),
      times,
      signals.map(({ runId }) => runId),
      inOrder[0] ?? null,
      inOrder.at(-1) ?? null,
    ],
  );
  return new Map(rows.map(({ id, receivedAt }) => [id, receivedAt]));
}
