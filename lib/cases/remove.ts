import { enqueueForWebhook } from "@/lib/audit/outbox";
import type { Actor } from "@/lib/audit/record";
import { type Sql, transaction } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { newId } from "@/lib/platform/new-id";

/**
 * Deletes a case with everything in it: snitches and their history, keys, webhooks, memberships and the audit log. Safe
 * while check-ins arrive: each is either recorded before the deletion or finds no snitch.
 */
export async function removeCase(caseId: string, by: Actor): Promise<void> {
  await transaction((sql) => deleteCase(sql, caseId, by));
  log.info({ caseId, by: by.name, address: by.address }, "case deleted");
}

/** `removeCase` as part of a larger transaction. */
export async function deleteCase(sql: Sql, caseId: string, by: Actor): Promise<void> {
  // Two deletions of one case find the rows of its history in different orders, and would wait for each other.
  await sql("SELECT FROM pg_advisory_xact_lock(hashtextextended('deletion ' || $1, 0))", [caseId]);
  // History is most of the work and goes first, before the snitches are locked: check-ins wait for a locked snitch.
  const ofCase = "snitch_id IN (SELECT id FROM snitches WHERE case_id = $1)";
  await sql(`DELETE FROM check_ins WHERE ${ofCase}`, [caseId]);
  await sql("DELETE FROM alerts WHERE case_id = $1", [caseId]);
  // All transactions lock snitches in the order of their ids, so that no deadlock is possible.
  await sql("SELECT FROM snitches WHERE case_id = $1 ORDER BY id FOR UPDATE", [caseId]);
  const deleted = await sql<{ name: string }>("DELETE FROM cases WHERE id = $1 RETURNING name", [caseId]);
  // The audit log goes with the case, but the webhook of the installation gets this event.
  await enqueueForWebhook(
    sql,
    deleted.map(({ name }) => ({
      id: newId(),
      at: new Date(),
      caseId,
      action: "case.removed" as const,
      actorKind: by.kind,
      actorId: by.id,
      actorName: by.name,
      address: by.address,
      resourceId: caseId,
      resourceName: name,
      facts: {},
    })),
  );
}
