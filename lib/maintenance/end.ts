import { type Actor, recordEvents } from "@/lib/audit/record";
import { transaction } from "@/lib/platform/db";
import { publishChange } from "@/lib/platform/publish-change";
import { Refusal } from "@/lib/platform/refusal";
import { findWindow } from "@/lib/rules/maintenance/occurrences";
import { recheckHeldIncidents } from "./recheck-held-incidents";
import { lockMaintenance } from "./store";

/** Ends the window that is under way now. Later windows of a schedule stay as they are. */
export async function endMaintenance(caseId: string, id: string, now: Date, by: Actor): Promise<void> {
  await transaction(async (sql) => {
    const maintenance = await lockMaintenance(sql, caseId, id);
    const running = findWindow(maintenance, now);
    if (!running)
      throw new Refusal("resource_invalid", "This maintenance is not under way. Reload the page.");
    // A window has a positive length, and one that starts at this very instant ends right after it.
    const endsAt = new Date(Math.max(now.getTime(), running.startsAt.getTime() + 1));
    await sql(
      `UPDATE maintenance SET ends_at = CASE WHEN schedule IS NULL THEN $2::timestamptz END,
         ended_early_at = CASE WHEN schedule IS NULL THEN ended_early_at ELSE array_append(ended_early_at, $2) END
       WHERE id = $1`,
      [id, endsAt],
    );
    await recheckHeldIncidents(sql, caseId, now);
    const { name } = maintenance;
    await recordEvents(sql, caseId, by, [{ action: "maintenance.ended", resource: { id, name } }]);
  });
  publishChange([caseId]);
}
