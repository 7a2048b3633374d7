import { type Actor, recordEvents } from "@/lib/audit/record";
import { type Sql, transaction } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/refusal";
import { auditAction, formatChannelName, type NamedChannel } from "./name";

/** Removes a channel with all its deliveries, including the pending ones. */
export async function removeChannel(caseId: string, id: string, by: Actor): Promise<void> {
  const channel = await transaction((sql) =>
    deleteChannel(sql, "case_id = $1 AND id = $2", [caseId, id], by),
  );
  if (!channel) throw notFound("channel");
}

/** Deletes the one channel of the condition and records it. Null if there is none. */
export async function deleteChannel(
  sql: Sql,
  condition: string,
  values: unknown[],
  by: Actor,
): Promise<{ budget: string | null } | null> {
  const [row] = await sql<NamedChannel & { id: string; caseId: string; budget: string | null }>(
    `DELETE FROM channels WHERE ${condition} RETURNING id, case_id AS "caseId", kind, name, url, budget`,
    values,
  );
  if (!row) return null;
  const resource = { id: row.id, name: formatChannelName(row) };
  await recordEvents(sql, row.caseId, by, [{ action: auditAction(row, "removed"), resource }]);
  return row;
}
