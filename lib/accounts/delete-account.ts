import type { Actor } from "@/lib/audit/actor";
import { recordEvents } from "@/lib/audit/record";
import { lockMembers } from "@/lib/cases/members";
import { deleteCase } from "@/lib/cases/remove";
import { type Sql, transaction } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { Refusal } from "@/lib/platform/refusal";
import type { Person } from "@/lib/users/find";

type Named = { id: string; name: string };
export type Fate = {
  /** Nobody else is in them: they go, too. */
  gone: Named[];
  /** They would have no owner. */
  stuck: Named[];
};

/** What would become of a person's cases without them. */
export const casesAffectedByDeletion = (userId: string): Promise<Fate> =>
  transaction((sql) => fate(sql, userId));

async function fate(sql: Sql, userId: string): Promise<Fate> {
  const cases = await sql<Named>(
    `SELECT c.id, c.name FROM members m JOIN cases c ON c.id = m.case_id
     WHERE m.user_id = $1 AND m.role = 'owner' ORDER BY c.id`,
    [userId],
  );
  const gone: Named[] = [];
  const stuck: Named[] = [];
  for (const owned of cases) {
    const others = (await lockMembers(sql, owned.id)).filter((place) => place.userId !== userId);
    if (others.length === 0) gone.push(owned);
    else if (!others.some(({ role }) => role === "owner")) stuck.push(owned);
  }
  return { gone, stuck };
}

/** Deletes an account, and the cases that nobody else is in. Refuses while another case would be left without an owner. */
export async function deleteAccount({ id, email, operatorSince }: Person, address: string): Promise<void> {
  if (operatorSince) {
    throw new Refusal(
      "resource_invalid",
      "You run this installation. Make somebody else its operator first: npm run admin -- operator EMAIL.",
    );
  }
  await transaction(async (sql) => {
    await keepPlaces(sql, id);
    const { gone, stuck } = await fate(sql, id);
    if (stuck.length > 0) {
      const names = stuck.map(({ name }) => `“${name}”`).join(", ");
      throw new Refusal("resource_invalid", `Hand over or delete ${names} first: you are its last owner.`);
    }
    for (const { id: caseId } of gone) await deleteCase(sql, caseId);
    await leaveOthers(sql, { kind: "user", id, name: email, address });
    await sql("DELETE FROM users WHERE id = $1", [id]);
  });
  log.info({ userId: id }, "an account was deleted");
}

/** Nobody gives this person a place, or makes them an owner, before this transaction ends. */
async function keepPlaces(sql: Sql, userId: string): Promise<void> {
  await sql("SELECT FROM users WHERE id = $1 FOR UPDATE", [userId]);
  await sql(
    `SELECT FROM cases WHERE id IN (SELECT case_id FROM members WHERE user_id = $1)
     ORDER BY id FOR NO KEY UPDATE`,
    [userId],
  );
}

/** The logs of the cases that go on say that this person has left them. */
async function leaveOthers(sql: Sql, by: Actor): Promise<void> {
  const left = await sql<{ caseId: string }>(
    `DELETE FROM members WHERE user_id = $1 RETURNING case_id AS "caseId"`,
    [by.id],
  );
  for (const { caseId } of left) {
    await recordEvents(sql, caseId, by, [
      { action: "member.left", resource: { id: by.id ?? "", name: by.name } },
    ]);
  }
}
