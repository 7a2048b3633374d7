import { hash } from "@node-rs/argon2";
import { v7 as newId } from "uuid";
import type { Actor } from "@/lib/audit/actor";
import { recordEvents } from "@/lib/audit/record";
import { enqueueEmails } from "@/lib/emails/enqueue";
import { wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { db, type Sql, transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { invalid, notFound, Refusal } from "@/lib/platform/refusal";
import { hashOf, newToken } from "@/lib/platform/secret-token";
import { HAS_ACCOUNT, insertUser } from "@/lib/users/create";
import type { Person } from "@/lib/users/find";
import { lockMembers, refuseUnlessMayManage } from "./members";
import type { Role } from "./roles";

const LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

type Wanted = { email: string; role: Role };

/** Sends somebody a link that lets them join. A second invitation takes the place of the first, whose link is void. */
export async function invite(caseId: string, { email, role }: Wanted, by: Actor, now: Date): Promise<void> {
  const token = newToken();
  const expiresAt = new Date(now.getTime() + LIFETIME_MS);
  const owed = await transaction(async (sql) => {
    const places = await lockMembers(sql, caseId);
    const actor = places.find(({ userId }) => userId === by.id);
    if (!actor) throw notFound("case");
    const [former] = await sql<{ role: Role }>(
      "SELECT role::text AS role FROM invitations WHERE case_id = $1 AND email = $2",
      [caseId, email],
    );
    for (const given of former ? [role, former.role] : [role]) refuseUnlessMayManage(actor.role, given);
    if (places.some((place) => place.email === email)) {
      throw invalid([{ attribute: "email", message: "belongs to somebody who is in this case already" }]);
    }
    await sql(
      `INSERT INTO invitations (id, case_id, email, role, token_hash, invited_by, expires_at)
       VALUES ($1, $2, $3, $4::role, $5, $6, $7)
       ON CONFLICT (case_id, email) DO UPDATE SET role = EXCLUDED.role, token_hash = EXCLUDED.token_hash,
         invited_by = EXCLUDED.invited_by, expires_at = EXCLUDED.expires_at, created_at = now()`,
      [newId(), caseId, email, role, hashOf(token), by.name, expiresAt],
    );
    await recordEvents(sql, caseId, by, [
      { action: "member.invited", resource: { id: email, name: email }, facts: { role } },
    ]);
    const [theCase] = await sql<{ name: string }>("SELECT name FROM cases WHERE id = $1", [caseId]);
    const url = `${env.APP_URL}/invitations/${token}`;
    const facts = { caseName: theCase?.name ?? "", invitedBy: by.name, role, url, expiresAt };
    return enqueueEmails(sql, [{ kind: "invitation", address: email, caseId, facts }]);
  });
  wakeWorkersLater(owed);
}

/** Makes an invitation's link void. One that is taken, or another case's, stays as it is. */
export async function withdrawInvitation(caseId: string, id: string, by: Actor): Promise<void> {
  await transaction(async (sql) => {
    const places = await lockMembers(sql, caseId);
    const [gone] = await sql<{ email: string; role: Role }>(
      "DELETE FROM invitations WHERE case_id = $1 AND id = $2 RETURNING email, role::text AS role",
      [caseId, id],
    );
    if (!gone) return;
    const actor = places.find(({ userId }) => userId === by.id);
    if (!actor) throw notFound("case");
    refuseUnlessMayManage(actor.role, gone.role);
    await recordEvents(sql, caseId, by, [
      { action: "member.withdrawn", resource: { id: gone.email, name: gone.email } },
    ]);
  });
}

/** The invitations of a case that nobody has taken, newest first, also those that have expired. */
export const listInvitations = (caseId: string) =>
  db.invitation.findMany({
    where: { caseId },
    orderBy: { createdAt: "desc" },
    omit: { tokenHash: true },
  });

/** What a link invites to, without using it up. Null once it is used, withdrawn or expired. */
export function findInvitation(token: string, now: Date) {
  return db.invitation.findFirst({
    where: { tokenHash: hashOf(token), expiresAt: { gt: now } },
    select: { email: true, role: true, invitedBy: true, case: { select: { id: true, name: true } } },
  });
}

export const STALE_INVITATION =
  "This invitation has been used, withdrawn or has expired. Ask for another one.";

type Taken = { caseId: string; email: string; role: Role };

/** Of two who try at once, one is refused. */
async function take(sql: Sql, token: string, now: Date): Promise<Taken> {
  const [taken] = await sql<Taken>(
    `DELETE FROM invitations WHERE token_hash = $1 AND expires_at > $2
     RETURNING case_id AS "caseId", email, role::text AS role`,
    [hashOf(token), now],
  );
  if (!taken) throw new Refusal("resource_invalid", STALE_INVITATION);
  return taken;
}

async function join(
  sql: Sql,
  { caseId, role }: Taken,
  { id, email }: Pick<Person, "id" | "email">,
  address: string,
) {
  const [joined] = await sql(
    `INSERT INTO members (case_id, user_id, role) VALUES ($1, $2, $3::role)
     ON CONFLICT (case_id, user_id) DO NOTHING RETURNING user_id`,
    [caseId, id, role],
  );
  await sql("UPDATE users SET email_verified_at = COALESCE(email_verified_at, now()) WHERE id = $1", [id]);
  // Whoever is there already joins nothing.
  if (!joined) return;
  const by: Actor = { kind: "user", id, name: email, address };
  await recordEvents(sql, caseId, by, [
    { action: "member.joined", resource: { id, name: email }, facts: { role } },
  ]);
}

/** Lets who has signed in join the case that they were invited to. Returns its id. */
export async function acceptInvitation(
  token: string,
  person: Person,
  address: string,
  now: Date,
): Promise<string> {
  return transaction(async (sql) => {
    const taken = await take(sql, token, now);
    // The link alone is not enough: a forwarded mail would let anybody in.
    if (taken.email !== person.email) {
      throw new Refusal(
        "resource_invalid",
        `This invitation is for ${taken.email}. Sign in with that address.`,
      );
    }
    await join(sql, taken, person, address);
    return taken.caseId;
  });
}

/** Lets a newcomer join: an account for the address that the link was mailed to. Returns that address and the case's id. */
export async function joinByInvitation(
  token: string,
  password: string,
  address: string,
  now: Date,
): Promise<Taken> {
  // A made-up link is not worth the work of hashing.
  if (!(await findInvitation(token, now))) throw new Refusal("resource_invalid", STALE_INVITATION);
  const passwordHash = await hash(password);
  return transaction(async (sql) => {
    const taken = await take(sql, token, now);
    const person = await insertUser(sql, { email: taken.email, passwordHash, verifiedAt: now });
    if (!person) throw new Refusal("resource_invalid", HAS_ACCOUNT);
    await join(sql, taken, person, address);
    return taken;
  });
}
