import { type Actor, recordEvents } from "@/lib/audit/record";
import type { Sql } from "@/lib/platform/db";

/** Ends the notifications of a case in the browsers of someone who is no longer a member. */
export async function removeMemberBrowsers(
  sql: Sql,
  caseId: string,
  userId: string,
  by: Actor,
): Promise<void> {
  const rows = await sql<{ id: string; name: string }>(
    "DELETE FROM channels WHERE case_id = $1 AND user_id = $2 RETURNING id, name",
    [caseId, userId],
  );
  const events = rows.map((resource) => ({ action: "channel.removed" as const, resource }));
  await recordEvents(sql, caseId, by, events);
}
