import { query } from "@/lib/platform/db";
import type { Run } from "@/lib/rules/runs/run";
import { listSignalTimes } from "@/lib/runs/received";
import { shortMessage } from "@/lib/snitches/reports";

const MAX_MESSAGE = 300;

/** What each of these runs of a snitch wrote last; of several lines, the end. By the id of the run; absent for those that wrote nothing. */
export async function listLastMessages(snitchId: string, runs: Run[]): Promise<Map<string, string>> {
  const rows = await query<{ id: string; message: string }>(
    `SELECT DISTINCT ON (run_id) run_id AS id, ${shortMessage("message", MAX_MESSAGE)} AS message FROM check_ins
     WHERE snitch_id = $1 AND at = ANY($2::timestamptz[]) AND run_id = ANY($3::uuid[]) AND message <> ''
     ORDER BY run_id, at DESC`,
    [snitchId, listSignalTimes(runs), runs.map(({ id }) => id)],
  );
  return new Map(rows.map(({ id, message }) => [id, message]));
}
