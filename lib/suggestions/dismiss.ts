import { type Actor, recordEvents } from "@/lib/audit/record";
import { transaction } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/refusal";
import type { Suggestion } from "@/lib/rules/suggestions/suggestion";

/** Leaves a suggestion about a snitch out for good. Twice is once. */
export async function dismissSuggestion(
  caseId: string,
  token: string,
  suggestion: Suggestion,
  by: Actor,
): Promise<void> {
  await transaction(async (sql) => {
    const [row] = await sql<{ id: string; name: string; silenced: string[] }>(
      "SELECT id, name, silenced FROM snitches WHERE case_id = $1 AND token = $2 FOR NO KEY UPDATE",
      [caseId, token],
    );
    if (!row) throw notFound("snitch");
    if (row.silenced.includes(suggestion)) return;
    const dismissed = [...row.silenced, suggestion];
    await sql("UPDATE snitches SET silenced = $2 WHERE id = $1", [row.id, dismissed]);
    await recordEvents(sql, caseId, by, [
      {
        action: "snitch.changed",
        resource: { id: token, name: row.name },
        facts: { silenced: { from: row.silenced, to: dismissed } },
      },
    ]);
  });
}
