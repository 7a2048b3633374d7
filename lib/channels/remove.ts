import type { Actor } from "@/lib/audit/actor";
import { recordEvents } from "@/lib/audit/record";
import { type Sql, transaction } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/refusal";
import { auditAction, formatChannelName, type NamedChannel } from "./name";

/** Removes a channel with all its deliveries, including the pending ones. */
export async function removeChannel(caseId: string, id: string, by: Actor): Promise<void> {
  const removed = await transaction((sql) =>
    deleteChannel(sql, "case_id = $1 AND id = $2", [caseId, id], by),
  );
  if (!removed) throw notFound("channel");
}

/** Deletes the one channel of the condition and records it. Null if there is none. */
export async function deleteChannel(
  sql: Sql,
  condition: string,
  values: unknown[],
  by: Actor,
): Promise<{ budget: string | null } | null> {
  const [removed] = await sql<NamedChannel & { id: string; caseId: string; budget: string | null }>(
    `DELETE FROM channels WHERE ${condition} RETURNING id, case_id AS "caseId", kind, name, url, budget`,
    values,
  );
  if (!removed) return null;
  const resource = { id: removed.id, name: formatChannelName(removed) };
  await recordEvents(sql, removed.caseId, by, [{ action: auditAction(removed, "removed"), resource }]);
  return removed;
}
