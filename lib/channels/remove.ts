import type { Actor } from "@/lib/audit/actor";
import { recordEvents } from "@/lib/audit/record";
import { transaction } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/refusal";
import { auditAction, type NamedChannel, nameOf } from "./name";

/** Removes a channel with all its deliveries, including the pending ones. */
export async function removeChannel(caseId: string, id: string, by: Actor): Promise<void> {
  await transaction(async (sql) => {
    const [removed] = await sql<NamedChannel>(
      "DELETE FROM webhooks WHERE case_id = $1 AND id = $2 RETURNING channel AS kind, name, url",
      [caseId, id],
    );
    if (!removed) throw notFound("channel");
    const resource = { id, name: nameOf(removed) };
    await recordEvents(sql, caseId, by, [{ action: auditAction(removed, "removed"), resource }]);
  });
}
