import { type StoredIncident, saveIncidents } from "@/lib/incidents/store";
import type { Sql } from "@/lib/platform/db";
import type { LateContext } from "./context";

/**
 * An incident that stays open with the late reports counts what they came to, and the next sweep evaluates it again. What people were
 * notified of, acknowledged and snoozed stays. `drafts`: how many of its results are counted when their alerts are raised.
 */
export async function mergeIncident(
  sql: Sql,
  open: StoredIncident,
  { rebuilt, appliedUntil }: LateContext,
  drafts: number,
): Promise<void> {
  if (!rebuilt.incident) return;
  const { cause, badCount, goodCount } = rebuilt.incident;
  const counts = { cause, badCount: Math.max(badCount - drafts, 0), goodCount };
  await saveIncidents(sql, [{ ...open, ...counts, nextAt: goodCount > 0 ? null : appliedUntil }]);
}
