import { type Actor, recordEvents } from "@/lib/audit/record";
import { enqueueEmails } from "@/lib/emails/enqueue";
import { formatNotSent, latestEmails } from "@/lib/emails/latest";
import { wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { db, type Sql, transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/new-id";
import { invalidAttribute, notFound } from "@/lib/platform/refusal";
import { hashToken, newToken } from "@/lib/platform/secret-token";
import { DAY_MS } from "@/lib/rules/durations";
import { lockMembers, refuseUnlessMayManage } from "./members";
import type { Role } from "./roles";

const LIFETIME_MS = 7 * DAY_MS;

type NewInvitation = { email: string; role: Role };

/**
 * Emails an invitation link to this address. A new invitation replaces an earlier one to the same address, and the
 * earlier links, emailed or copied, stop working.
 */
export async function invite(
  caseId: string,
  { email, role }: NewInvitation,
  by: Actor,
  now: Date,
): Promise<void> {
  const token = newToken();
  const expiresAt = new Date(now.getTime() + LIFETIME_MS);
  const newRows = await transaction(async (sql) => {
    await refuseUnlessMayInvite(sql, caseId, { email, role }, by);
    await sql(
      `INSERT INTO invitations (id, case_id, email, role, token_hash, invited_by, expires_at)
       VALUES ($1, $2, $3, $4::role, $5, $6, $7)
       ON CONFLICT (case_id, email) DO UPDATE SET id = EXCLUDED.id, role = EXCLUDED.role, token_hash = EXCLUDED.token_hash,
         invited_by = EXCLUDED.invited_by, expires_at = EXCLUDED.expires_at, created_at = now()`,
      [newId(), caseId, email, role, hashToken(token), by.name, expiresAt],
    );
    await recordEvents(sql, caseId, by, [
      { action: "member.invited", resource: { id: email, name: email }, facts: { role } },
    ]);
    const url = `${env.APP_URL}/invitations/${token}`;
    const facts = { caseName: await readCaseName(sql, caseId), invitedBy: by.name, role, url, expiresAt };
    return enqueueEmails(sql, [{ kind: "invitation", address: email, caseId, facts }]);
  });
  wakeWorkersLater(newRows);
}

/** Replacing an invitation also needs the right to give its role: an admin cannot replace an owner's invitation. */
async function refuseUnlessMayInvite(
  sql: Sql,
  caseId: string,
  { email, role }: NewInvitation,
  by: Actor,
): Promise<void> {
  const members = await lockMembers(sql, caseId);
  const actor = members.find(({ userId }) => userId === by.id);
  if (!actor) throw notFound("case");
  const [replaced] = await sql<{ role: Role }>(
    "SELECT role::text AS role FROM invitations WHERE case_id = $1 AND email = $2",
    [caseId, email],
  );
  refuseUnlessMayManage(actor.role, role);
  if (replaced) refuseUnlessMayManage(actor.role, replaced.role);
  const [hasLeft] = await sql(
    "SELECT id FROM recipients WHERE case_id = $1 AND address = $2 AND left_at IS NOT NULL",
    [caseId, email],
  );
  if (hasLeft) {
    throw invalidAttribute("email", "unsubscribed from this case. Only the recipient can change that");
  }
  if (members.some((member) => member.email === email)) {
    throw invalidAttribute("email", "belongs to a member of this case");
  }
}

async function readCaseName(sql: Sql, caseId: string): Promise<string> {
  const [theCase] = await sql<{ name: string }>("SELECT name FROM cases WHERE id = $1", [caseId]);
  if (!theCase) throw new Error(`Case ${caseId} is locked, but does not exist.`);
  return theCase.name;
}

/** Deletes an invitation, so that its link stops working. Does nothing if it was accepted or belongs to another case. */
export async function withdrawInvitation(caseId: string, id: string, by: Actor): Promise<void> {
  await transaction(async (sql) => {
    const members = await lockMembers(sql, caseId);
    const [withdrawn] = await sql<{ email: string; role: Role }>(
      "DELETE FROM invitations WHERE case_id = $1 AND id = $2 RETURNING email, role::text AS role",
      [caseId, id],
    );
    if (!withdrawn) return;
    const actor = members.find(({ userId }) => userId === by.id);
    if (!actor) throw notFound("case");
    refuseUnlessMayManage(actor.role, withdrawn.role);
    await recordEvents(sql, caseId, by, [
      { action: "member.withdrawn", resource: { id: withdrawn.email, name: withdrawn.email } },
    ]);
  });
}

/** The invitations of a case that were not accepted, newest first, including expired ones. `notSent`: why no email arrived. */
export async function listInvitations(caseId: string) {
  const invitations = await db.invitation.findMany({
    where: { caseId },
    orderBy: { createdAt: "desc" },
    omit: { tokenHash: true },
  });
  const states = await latestEmails(
    caseId,
    "invitation",
    invitations.map(({ email }) => email),
  );
  return invitations.map((invitation) => ({
    ...invitation,
    notSent: formatNotSent(states.get(invitation.email)),
  }));
}
