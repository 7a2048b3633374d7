import type { Sql } from "@/lib/platform/db";
import { isRelative } from "@/lib/rules/runs/parse-check";
import { findEarlierRuns } from "@/lib/runs/earlier";
import type { LockedSnitch } from "./store";

/** Adds to snitches, in place, the runs with which their checks compare one that ends then. Costs nothing without such a check. */
export async function addEarlierRuns(
  sql: Sql,
  ends: { snitch: LockedSnitch; before: Date }[],
): Promise<void> {
  const compared = ends.filter(({ snitch }) => snitch.checks.some(isRelative));
  if (compared.length === 0) return;
  const earlier = await findEarlierRuns(
    sql,
    compared.map(({ snitch, before }) => ({ snitchId: snitch.id, before })),
  );
  for (const { snitch } of compared) snitch.earlierRuns = earlier.get(snitch.id) ?? [];
}
