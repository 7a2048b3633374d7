import type { Actor } from "@/lib/audit/actor";
import { recordEvents } from "@/lib/audit/record";
import type { Sql } from "@/lib/platform/db";

/** Records of each page from which components go together with these snitches which ones they are. Call it before the snitches go. */
export async function recordRemovedComponents(
  sql: Sql,
  caseId: string,
  snitchIds: string[],
  by: Actor,
): Promise<void> {
  const pages = await sql<{ id: string; title: string; names: string[] }>(
    `SELECT shares.id, shares.name AS title, array_agg(c.name ORDER BY c.position) AS names
     FROM page_components c JOIN shares ON shares.id = c.page_id
     WHERE shares.case_id = $1 AND c.snitch_id = ANY($2::uuid[]) GROUP BY shares.id ORDER BY shares.id`,
    [caseId, snitchIds],
  );
  if (pages.length === 0) return;
  await recordEvents(
    sql,
    caseId,
    by,
    pages.map(({ id, title, names }) => ({
      action: "share.changed",
      resource: { id, name: title },
      facts: { removed: names },
    })),
  );
}
