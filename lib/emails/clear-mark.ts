import { type Actor, recordEvents } from "@/lib/audit/record";
import { transaction } from "@/lib/platform/db";
import { publishChange } from "@/lib/platform/publish-change";
import { notFound } from "@/lib/platform/refusal";

/** Lets a case email a marked address again, until the provider says once more that emails do not reach it. */
export async function clearMark(caseId: string, markId: string, by: Actor, now: Date): Promise<void> {
  await transaction(async (sql) => {
    const [row] = await sql<{ address: string; mark: string | null }>(
      "SELECT address, mark::text AS mark FROM email_marks WHERE case_id = $1 AND id = $2 FOR UPDATE",
      [caseId, markId],
    );
    if (!row) throw notFound("address");
    const { address, mark } = row;
    // Someone else was faster, or an email has arrived.
    if (mark === null) return;
    await sql(
      "UPDATE email_marks SET mark = NULL, marked_at = NULL, reason = '', cleared_at = $2 WHERE id = $1",
      [markId, now],
    );
    await recordEvents(sql, caseId, by, [
      { action: "recipient.unmarked", resource: { id: address, name: address } },
    ]);
  });
  publishChange([caseId]);
}
