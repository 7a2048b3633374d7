import { query } from "@/lib/platform/db";
import { MAX_RUNNING, type Run } from "@/lib/rules/runs/run";
import { RUN_COLUMNS, toRun } from "./store";

/** The runs of a snitch that are running, newest first. */
export async function listRunning(snitchId: string): Promise<Run[]> {
  const rows = await query(
    `SELECT ${RUN_COLUMNS} FROM runs r WHERE snitch_id = $1 AND outcome = 'running' ORDER BY at DESC LIMIT ${MAX_RUNNING}`,
    [snitchId],
  );
  return rows.map(toRun);
}
