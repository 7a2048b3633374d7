import type { Actor } from "@/lib/audit/actor";
import { recordEvents } from "@/lib/audit/record";
import { transaction } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/refusal";
import { hostOfTarget } from "./target";

/** Removes a channel with all its deliveries, including the pending ones. */
export async function removeChannel(caseId: string, id: string, by: Actor): Promise<void> {
  await transaction(async (sql) => {
    const [removed] = await sql<{ url: string }>(
      "DELETE FROM webhooks WHERE case_id = $1 AND id = $2 RETURNING url",
      [caseId, id],
    );
    if (!removed) throw notFound("webhook");
    const resource = { id, name: hostOfTarget(removed.url) };
    await recordEvents(sql, caseId, by, [{ action: "webhook.removed", resource }]);
  });
}
