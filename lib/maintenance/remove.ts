import { type Actor, recordEvents } from "@/lib/audit/record";
import { transaction } from "@/lib/platform/db";
import { publishChange } from "@/lib/platform/publish-change";
import { recheckHeldIncidents } from "./recheck-held-incidents";
import { lockMaintenance } from "./store";

/** Removes maintenance. What it excused counts in the figures again. */
export async function removeMaintenance(caseId: string, id: string, now: Date, by: Actor): Promise<void> {
  await transaction(async (sql) => {
    const { name } = await lockMaintenance(sql, caseId, id);
    await sql("DELETE FROM maintenance WHERE id = $1", [id]);
    await recheckHeldIncidents(sql, caseId, now);
    await recordEvents(sql, caseId, by, [{ action: "maintenance.removed", resource: { id, name } }]);
  });
  publishChange([caseId]);
}
