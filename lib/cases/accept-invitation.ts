import { type Actor, recordEvents } from "@/lib/audit/record";
import { mustConfirm } from "@/lib/emails/recipients/register";
import { sendsRealEmail } from "@/lib/mail/provider";
import { NO_NEW_ROWS, wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { HAS_ACCOUNT, insertUser } from "@/lib/people/users/create";
import type { Person } from "@/lib/people/users/find";
import { hashNewPassword } from "@/lib/people/users/new-password";
import { arePasswordsOff, refuseIfPasswordsOff } from "@/lib/people/users/passwords-off";
import { enqueueVerification } from "@/lib/people/users/verify-email";
import { db, type Sql, transaction } from "@/lib/platform/db";
import { Refusal } from "@/lib/platform/refusal";
import { parseInvitationToken } from "./invitation-link";
import type { Role } from "./roles";

export const STALE_INVITATION =
  "This invitation has been used or withdrawn, or has expired. Ask for another one.";

/**
 * The invitation behind a link, without using it up. Null if it was accepted or withdrawn, or has expired. `isMailed`: the link
 * was emailed to the address, so a person who has it reads its mail.
 */
export async function findInvitation(token: string, now: Date) {
  const { column, value, isMailed } = parseInvitationToken(token);
  const invitation = await db.invitation.findFirst({
    where: { ...(column === "id" ? { id: value } : { tokenHash: value }), expiresAt: { gt: now } },
    select: { email: true, role: true, invitedBy: true, case: { select: { id: true, name: true } } },
  });
  return invitation && { ...invitation, isMailed };
}

/** Whether a person can create an account with a password, by an invitation. */
export const mayJoinWithPassword = () => !arePasswordsOff();

/**
 * Whether a person may create an account by a link that was passed on by hand. Where strangers can sign up, an account needs a
 * confirmed address, as far as emails are sent: otherwise anyone could take an address, and have it emailed.
 */
export const mayJoinByCopiedLink = () => !(mustConfirm() && sendsRealEmail());

/** Adds the signed-in person to the case that they are invited to. Returns the id of the case. */
export async function acceptInvitation(
  token: string,
  person: Person,
  address: string,
  now: Date,
): Promise<string> {
  return transaction(async (sql) => {
    const invitation = await useInvitation(sql, token, now);
    // The link alone is not enough: anyone could use a forwarded email.
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
 * Creates an account for the invited address and adds it to the case. The address counts as verified if the link was emailed to
 * it; after a copied link it is asked to confirm. Returns both. Refuses if the address has an account.
 */
export async function joinByInvitation(
  token: string,
  password: string,
  address: string,
  now: Date,
): Promise<{ userId: string; caseId: string }> {
  refuseIfPasswordsOff();
  // Hashing is expensive, so invalid links are refused first.
  const found = await findInvitation(token, now);
  if (!found) throw new Refusal("resource_invalid", STALE_INVITATION);
  if (!found.isMailed && !mayJoinByCopiedLink())
    throw new Refusal("resource_invalid", openTheEmail(found.email));
  const passwordHash = await hashNewPassword(password, [found.email, found.case.name]);
  const { newRows, ...joined } = await transaction(async (sql) => {
    const invitation = await useInvitation(sql, token, now);
    const row = { email: invitation.email, passwordHash, verifiedAt: invitation.isMailed ? now : null };
    const person = await insertUser(sql, row, "later");
    if (!person) throw new Refusal("resource_invalid", HAS_ACCOUNT);
    await addMember(sql, invitation, person, address);
    const newRows = invitation.isMailed ? NO_NEW_ROWS : await enqueueVerification(sql, person, now);
    return { userId: person.id, caseId: invitation.caseId, newRows };
  });
  wakeWorkersLater(newRows);
  return joined;
}

const openTheEmail = (email: string) =>
  `To create an account, open the link in the invitation that was emailed to ${email}.`;

type UsedInvitation = { caseId: string; email: string; role: Role; isMailed: boolean };

/** Deletes the invitation and returns it. If two requests use the same link at the same time, one is refused. */
async function useInvitation(sql: Sql, token: string, now: Date): Promise<UsedInvitation> {
  const { column, value, isMailed } = parseInvitationToken(token);
  const [invitation] = await sql<Omit<UsedInvitation, "isMailed">>(
    `DELETE FROM invitations WHERE ${column} = $1 AND expires_at > $2
     RETURNING case_id AS "caseId", email, role::text AS role`,
    [value, now],
  );
  if (!invitation) throw new Refusal("resource_invalid", STALE_INVITATION);
  return { ...invitation, isMailed };
}

async function addMember(
  sql: Sql,
  { caseId, role, isMailed }: UsedInvitation,
  { id, email }: Pick<Person, "id" | "email">,
  address: string,
): Promise<void> {
  const [added] = await sql(
    `INSERT INTO members (case_id, user_id, role) VALUES ($1, $2, $3::role)
     ON CONFLICT (case_id, user_id) DO NOTHING RETURNING user_id`,
    [caseId, id, role],
  );
  if (isMailed) {
    await sql("UPDATE users SET email_verified_at = COALESCE(email_verified_at, now()) WHERE id = $1", [id]);
  }
  // A person who is a member already keeps their role.
  if (!added) return;
  const by: Actor = { kind: "user", id, name: email, address };
  await recordEvents(sql, caseId, by, [
    { action: "member.joined", resource: { id, name: email }, facts: { role } },
  ]);
}
