import { type Actor, recordEvents } from "@/lib/audit/record";
import { transaction } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/refusal";
import { publishPageChange } from "./announce";

/** Stops sharing. Its address responds with 404 from then on; other processes may respond from memory for a second. */
export async function revokeShare(
  caseId: string,
  kind: "badge" | "page",
  id: string,
  by: Actor,
): Promise<void> {
  await transaction(async (sql) => {
    const [share] = await sql<{ name: string }>(
      "DELETE FROM shares WHERE case_id = $1 AND kind = $2 AND id = $3 RETURNING name",
      [caseId, kind, id],
    );
    if (!share) throw notFound(kind);
    await recordEvents(sql, caseId, by, [{ action: "share.revoked", resource: { id, name: share.name } }]);
  });
  publishPageChange(caseId);
}
