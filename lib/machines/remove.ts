import { type Actor, recordEvents } from "@/lib/audit/record";
import { transaction } from "@/lib/platform/db";
import { isPostgresText } from "@/lib/platform/postgres-text";
import { publishChange } from "@/lib/platform/publish-change";
import { notFound } from "@/lib/platform/refusal";

/** Forgets a machine. Its snitches stay, and its next report brings it back. */
export async function removeMachine(caseId: string, host: string, by: Actor): Promise<void> {
  if (!isPostgresText(host)) throw notFound("machine");
  await transaction(async (sql) => {
    const [removed] = await sql("DELETE FROM machines WHERE case_id = $1 AND host = $2 RETURNING host", [
      caseId,
      host,
    ]);
    if (!removed) throw notFound("machine");
    await recordEvents(sql, caseId, by, [
      { action: "machine.removed", resource: { id: caseId, name: host } },
    ]);
  });
  publishChange([caseId]);
}
