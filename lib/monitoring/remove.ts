import { type Actor, recordEvents } from "@/lib/audit/record";
import { notifyRemoved } from "@/lib/notifications/notify-removed";
import { wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { transaction } from "@/lib/platform/db";
import { publishChange } from "@/lib/platform/publish-change";
import { notFound } from "@/lib/platform/refusal";
import { releaseChildren } from "@/lib/snitches/release-children";
import { recordRemovedComponents } from "./record-removed-components";

/**
 * Deletes a snitch of this case with its history, alerts and emails. Its check-in URL stops working. Pagers close what they have
 * open about it.
 */
export async function removeSnitch(caseId: string, token: string, by: Actor): Promise<void> {
  const newRows = await transaction(async (sql) => {
    // Incidents are locked after snitches, as in every evaluation, so that the two cannot deadlock.
    const held = await sql<{ id: string }>(
      "SELECT id FROM snitches WHERE case_id = $1 AND token = $2 FOR UPDATE",
      [caseId, token],
    );
    const ids = held.map(({ id }) => id);
    await releaseChildren(sql, ids);
    const deliveries = await notifyRemoved(sql, ids);
    const { emails } = await recordRemovedComponents(sql, caseId, ids, by);
    const [row] = await sql<{ name: string }>(
      "DELETE FROM snitches WHERE case_id = $1 AND token = $2 RETURNING name",
      [caseId, token],
    );
    if (!row) throw notFound("snitch");
    await recordEvents(sql, caseId, by, [
      { action: "snitch.removed", resource: { id: token, name: row.name } },
    ]);
    return { emails, deliveries };
  });
  wakeWorkersLater(newRows);
  publishChange([caseId]);
}
