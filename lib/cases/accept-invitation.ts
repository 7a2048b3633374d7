import { hash } from "@node-rs/argon2";
import type { Actor } from "@/lib/audit/actor";
import { recordEvents } from "@/lib/audit/record";
import { db, type Sql, transaction } from "@/lib/platform/db";
import { Refusal } from "@/lib/platform/refusal";
import { hashOf } from "@/lib/platform/secret-token";
import { HAS_ACCOUNT, insertUser } from "@/lib/users/create";
import type { Person } from "@/lib/users/find";
import type { Role } from "./roles";

export const STALE_INVITATION =
  "This invitation has been used, withdrawn or has expired. Ask for another one.";

/** The invitation behind a link, without using it up. Null if it was accepted or withdrawn, or has expired. */
export function findInvitation(token: string, now: Date) {
  return db.invitation.findFirst({
    where: { tokenHash: hashOf(token), expiresAt: { gt: now } },
    select: { email: true, role: true, invitedBy: true, case: { select: { id: true, name: true } } },
  });
}

/** Adds the signed-in person to the case that they are invited to. Returns the id of the case. */
export async function acceptInvitation(
  token: string,
  person: Person,
  address: string,
  now: Date,
): Promise<string> {
  return transaction(async (sql) => {
    const invitation = await useInvitation(sql, token, now);
    // The link alone is not enough: anybody could use a forwarded e-mail.
    if (invitation.email !== person.email) {
      throw new Refusal(
        "resource_invalid",
        `This invitation is for ${invitation.email}. Sign in with that address.`,
      );
    }
    await addMember(sql, invitation, person, address);
    return invitation.caseId;
  });
}

/**
 * Creates an account for the invited address and adds it to the case. The address counts as verified, because the link
 * was e-mailed to it. Refuses if the address has an account.
 */
export async function joinByInvitation(
  token: string,
  password: string,
  address: string,
  now: Date,
): Promise<UsedInvitation> {
  // Hashing is expensive, so invalid links are refused first.
  if (!(await findInvitation(token, now))) throw new Refusal("resource_invalid", STALE_INVITATION);
  const passwordHash = await hash(password);
  return transaction(async (sql) => {
    const invitation = await useInvitation(sql, token, now);
    const row = { email: invitation.email, passwordHash, verifiedAt: now };
    const person = await insertUser(sql, row, "later");
    if (!person) throw new Refusal("resource_invalid", HAS_ACCOUNT);
    await addMember(sql, invitation, person, address);
    return invitation;
  });
}

type UsedInvitation = { caseId: string; email: string; role: Role };

/** Deletes the invitation and returns it. If two requests use the same link at the same time, one is refused. */
async function useInvitation(sql: Sql, token: string, now: Date): Promise<UsedInvitation> {
  const [invitation] = await sql<UsedInvitation>(
    `DELETE FROM invitations WHERE token_hash = $1 AND expires_at > $2
     RETURNING case_id AS "caseId", email, role::text AS role`,
    [hashOf(token), now],
  );
  if (!invitation) throw new Refusal("resource_invalid", STALE_INVITATION);
  return invitation;
}

async function addMember(
  sql: Sql,
  { caseId, role }: UsedInvitation,
  { id, email }: Pick<Person, "id" | "email">,
  address: string,
): Promise<void> {
  const [added] = await sql(
    `INSERT INTO members (case_id, user_id, role) VALUES ($1, $2, $3::role)
     ON CONFLICT (case_id, user_id) DO NOTHING RETURNING user_id`,
    [caseId, id, role],
  );
  await sql("UPDATE users SET email_verified_at = COALESCE(email_verified_at, now()) WHERE id = $1", [id]);
  // A person who is a member already keeps their role.
  if (!added) return;
  const by: Actor = { kind: "user", id, name: email, address };
  await recordEvents(sql, caseId, by, [
    { action: "member.joined", resource: { id, name: email }, facts: { role } },
  ]);
}
