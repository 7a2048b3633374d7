import { type Actor, recordEvents } from "@/lib/audit/record";
import { removeMemberBrowsers } from "@/lib/cases/browsers-of-member";
import { factsOfKeptKeys } from "@/lib/cases/keys-of-member";
import { lockMembers } from "@/lib/cases/members";
import { deleteCase } from "@/lib/cases/remove";
import type { Person } from "@/lib/people/users/find";
import { type Sql, transaction } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { Refusal } from "@/lib/platform/refusal";

type NamedCase = { id: string; name: string };
export type AffectedCases = {
  /** The user is their only member: they are deleted with the account. */
  toDelete: NamedCase[];
  /** They have other members and would have no owner. */
  withoutOwner: NamedCase[];
};

/** The cases that would be deleted with the user's account, and those that would have no owner. Changes nothing. */
export const casesAffectedByDeletion = (userId: string): Promise<AffectedCases> =>
  transaction((sql) => findAffectedCases(sql, userId));

/** `casesAffectedByDeletion` in the transaction of the deletion: it locks the cases. */
export async function findAffectedCases(sql: Sql, userId: string): Promise<AffectedCases> {
  const cases = await sql<NamedCase>(
    `SELECT c.id, c.name FROM members m JOIN cases c ON c.id = m.case_id
     WHERE m.user_id = $1 AND m.role = 'owner' ORDER BY c.id`,
    [userId],
  );
  const toDelete: NamedCase[] = [];
  const withoutOwner: NamedCase[] = [];
  for (const owned of cases) {
    const others = (await lockMembers(sql, owned.id)).filter((member) => member.userId !== userId);
    if (others.length === 0) toDelete.push(owned);
    else if (!others.some(({ role }) => role === "owner")) withoutOwner.push(owned);
  }
  return { toDelete, withoutOwner };
}

/**
 * Deletes an account, and the cases of which it is the only member. Refuses if another case would have no owner, and for
 * the operator.
 */
export async function deleteAccount(
  { id, email, operatorSince }: Person,
  address: string,
  now: Date,
): Promise<void> {
  if (operatorSince) {
    throw new Refusal(
      "resource_invalid",
      "You run this installation. Make another person its operator first: npm run admin -- operator EMAIL.",
    );
  }
  await transaction(async (sql) => {
    await lockMemberships(sql, id);
    const { toDelete, withoutOwner } = await findAffectedCases(sql, id);
    if (withoutOwner.length > 0) {
      const names = withoutOwner.map(({ name }) => `“${name}”`).join(", ");
      throw new Refusal("resource_invalid", `Transfer or delete ${names} first: you are its last owner.`);
    }
    const by: Actor = { kind: "user", id, name: email, address };
    for (const { id: caseId } of toDelete) await deleteCase(sql, caseId, by);
    await removeUser(sql, { id, email }, by, now);
  });
  log.info({ userId: id }, "account deleted");
}

/** Deletes a user, whose sessions end, after they have left their remaining cases. Call it after `lockMemberships`. */
export async function removeUser(
  sql: Sql,
  person: Pick<Person, "id" | "email">,
  by: Actor,
  now: Date,
): Promise<void> {
  await leaveCases(sql, person, by, now);
  // Their API keys keep working, so the cases must still see whose they are.
  await sql("UPDATE api_keys SET creator_name = $2 WHERE created_by_id = $1", [person.id, person.email]);
  await sql("DELETE FROM users WHERE id = $1", [person.id]);
}

/** Until the transaction ends, no other transaction can add the user to a case or change their role. */
export async function lockMemberships(sql: Sql, userId: string): Promise<void> {
  await sql("SELECT FROM users WHERE id = $1 FOR UPDATE", [userId]);
  await sql(
    `SELECT FROM cases WHERE id IN (SELECT case_id FROM members WHERE user_id = $1)
     ORDER BY id FOR NO KEY UPDATE`,
    [userId],
  );
}

/** Removes the user from their remaining cases, and records it in the audit log of each. */
async function leaveCases(
  sql: Sql,
  { id, email }: Pick<Person, "id" | "email">,
  by: Actor,
  now: Date,
): Promise<void> {
  const cases = await sql<{ caseId: string }>(
    `DELETE FROM members WHERE user_id = $1 RETURNING case_id AS "caseId"`,
    [id],
  );
  const action = by.id === id ? "member.left" : "member.removed";
  for (const { caseId } of cases) {
    await removeMemberBrowsers(sql, caseId, id, by);
    const facts = await factsOfKeptKeys(sql, caseId, id, now);
    await recordEvents(sql, caseId, by, [{ action, resource: { id, name: email }, facts }]);
  }
}
