import type { Sql } from "@/lib/platform/db";
import { isOverdueAt } from "@/lib/rules/runs/apply-signal";
import { findDroppedRuns } from "@/lib/runs/find-dropped";
import type { LockedSnitch } from "./store";

/** Adds to snitches, in place, which of their runs that have exceeded a limit no one waits for. Costs nothing if none has. */
export async function addDroppedRuns(sql: Sql, snitches: LockedSnitch[], now: Date): Promise<void> {
  const overdue = snitches.flatMap(({ id: snitchId, runs }) =>
    runs.flatMap((run) => (isOverdueAt(run, now) ? { snitchId, at: run.at, id: run.id } : [])),
  );
  if (overdue.length === 0) return;
  const dropped = await findDroppedRuns(sql, overdue);
  for (const snitch of snitches) snitch.dropped = dropped.get(snitch.id) ?? [];
}
