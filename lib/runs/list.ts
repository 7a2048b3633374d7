import { prepared } from "@/lib/platform/db";
import { type Run, timeOfRunId } from "@/lib/rules/runs/run";
import { findRunsByKey, RUN_COLUMNS, toRun } from "./store";

/** Where a page of runs ends: before this run, or before this time. */
export type RunCursor = { at: Date; id: string | null };

/** The latest runs of a snitch, newest first; with a cursor those before it. */
export async function listRuns(snitchId: string, limit: number, before: RunCursor | null): Promise<Run[]> {
  const rows = await prepared(
    `SELECT ${RUN_COLUMNS} FROM runs r WHERE snitch_id = $1
       AND ($2::timestamptz IS NULL OR at <= $2)
       AND ($2::timestamptz IS NULL OR (at, id) < ($2, coalesce($3::uuid, '00000000-0000-0000-0000-000000000000')))
     ORDER BY at DESC, id DESC LIMIT $4`,
    [snitchId, before?.at ?? null, before?.id ?? null, limit],
  );
  return rows.map(toRun);
}

/** The run of this snitch with this id. Null if there is none. */
export async function findRun(snitchId: string, id: string): Promise<Run | null> {
  const key = { snitchId, at: timeOfRunId(id), id };
  const runs = await findRunsByKey(prepared, [key]);
  return runs.get(snitchId)?.[0] ?? null;
}

type WithLastRun = { id: string; lastRunAt: Date | null; lastRunId: string | null };

/** The latest run of each of these snitches, by the id of the snitch. */
export async function findLastRuns(snitches: WithLastRun[]): Promise<Map<string, Run>> {
  const keys = snitches.flatMap(({ id: snitchId, lastRunAt: at, lastRunId: id }) =>
    at && id ? [{ snitchId, at, id }] : [],
  );
  if (keys.length === 0) return new Map();
  const runs = await findRunsByKey(prepared, keys);
  return new Map([...runs].flatMap(([snitchId, [run]]) => (run ? [[snitchId, run]] : [])));
}
