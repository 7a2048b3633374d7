import type { Actor } from "@/lib/audit/actor";
import { recordEvents } from "@/lib/audit/record";
import { transaction } from "@/lib/platform/db";
import { publishChange } from "@/lib/platform/publish-change";
import { notFound } from "@/lib/platform/refusal";

/** Stops sharing. Its address answers 404 from then on; other processes may answer from memory for half a minute. */
export async function revokeShare(caseId: string, id: string, by: Actor): Promise<void> {
  await transaction(async (sql) => {
    const [share] = await sql<{ name: string }>(
      "DELETE FROM shares WHERE case_id = $1 AND id = $2 RETURNING name",
      [caseId, id],
    );
    if (!share) throw notFound("badge");
    await recordEvents(sql, caseId, by, [{ action: "share.revoked", resource: { id, name: share.name } }]);
  });
  publishChange([caseId]);
}
