import type { Actor } from "@/lib/audit/actor";
import { type Sql, transaction } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";

/**
 * Deletes a case with everything in it: snitches and their history, keys, webhooks, people's places, the audit log. One
 * transaction, also while check-ins arrive: each is recorded before it, or finds its snitch gone.
 */
export async function removeCase(caseId: string, by: Actor): Promise<void> {
  await transaction((sql) => deleteCase(sql, caseId));
  log.info({ caseId, by: by.name, address: by.address }, "a case was deleted");
}

/** The same as a part of something larger. */
export async function deleteCase(sql: Sql, caseId: string): Promise<void> {
  // Most of the work is history. It goes first: nobody waits for it, while a locked snitch keeps its check-ins waiting.
  const ofCase = "snitch_id IN (SELECT id FROM snitches WHERE case_id = $1)";
  await sql(`DELETE FROM check_ins WHERE ${ofCase}`, [caseId]);
  await sql("DELETE FROM alerts WHERE case_id = $1", [caseId]);
  // In the order in which everybody locks snitches, so that no two transactions wait for each other.
  await sql("SELECT FROM snitches WHERE case_id = $1 ORDER BY id FOR UPDATE", [caseId]);
  await sql("DELETE FROM cases WHERE id = $1", [caseId]);
}
