import { maintenanceCovering } from "@/lib/maintenance/covering";
import type { Sql } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/rules/durations";
import type { Circumstances, Parent } from "@/lib/rules/incidents/hold";
import { activeAt } from "@/lib/rules/maintenance/active-at";
import { occurrencesBetween } from "@/lib/rules/maintenance/occurrences";
import type { Maintenance } from "@/lib/rules/maintenance/window";
import { compileSchedule } from "@/lib/rules/schedule/compile";
import type { LockedSnitch } from "@/lib/snitches/store";

/** What decides about notifications of some snitches and does not depend on the time. */
export type EvaluationContext = {
  maintenance: Map<string, Maintenance[]>;
  parents: Map<string, Parent[]>;
};

/** The maintenance that may have windows between these times and the parents of snitches, as they are in this transaction. */
export async function findEvaluationContext(
  sql: Sql,
  snitches: LockedSnitch[],
  from: Date,
  to: Date,
): Promise<EvaluationContext> {
  const [maintenance, parents] = await Promise.all([
    maintenanceCovering(sql, snitches, from, to),
    findParents(sql, snitches),
  ]);
  return { maintenance, parents };
}

/** A parent that is being deleted is waited for and left out: no incident may refer to it anymore. */
async function findParents(sql: Sql, snitches: LockedSnitch[]): Promise<Map<string, Parent[]>> {
  const rows = await sql<Parent & { childId: string }>(
    `SELECT d.snitch_id AS "childId", p.id, p.status IN ('failed', 'errored') AS "isFailing", p.deadline
     FROM dependencies d JOIN snitches p ON p.id = d.parent_id
     WHERE d.snitch_id = ANY($1::uuid[]) ORDER BY p.name, p.id FOR KEY SHARE OF p`,
    [snitches.map(({ id }) => id)],
  );
  const parents = new Map<string, Parent[]>();
  for (const { childId, ...parent } of rows) parents.set(childId, [...(parents.get(childId) ?? []), parent]);
  return parents;
}

/** The circumstances of one snitch at this instant. */
export const circumstancesFor = (
  snitch: LockedSnitch,
  { maintenance, parents }: EvaluationContext,
  now: Date,
): Circumstances => ({
  now,
  maintenanceUntil: maintenanceUntil(maintenance.get(snitch.id) ?? [], now),
  parents: parents.get(snitch.id) ?? [],
  graceMs: computeGraceMs(snitch),
});

// Only the windows of this instant are computed: in a long range there may be thousands.
const maintenanceUntil = (maintenance: Maintenance[], now: Date): Date | null =>
  activeAt(
    maintenance.flatMap((one) => occurrencesBetween(one, now, new Date(now.getTime() + 1))),
    now,
  )?.endsAt ?? null;

/** A calendar interval has no grace: its periods wait for their whole length, of which a child gets an hour at most. */
const MAX_GRACE_OF_INTERVAL_MS = 60 * MINUTE_MS;

function computeGraceMs(snitch: LockedSnitch): number {
  const { graceMs, gaps } = compileSchedule(snitch);
  return graceMs > 0 ? graceMs : Math.min(gaps.shortestMs, MAX_GRACE_OF_INTERVAL_MS);
}
