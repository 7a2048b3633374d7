import { type Actor, recordEvents } from "@/lib/audit/record";
import { deleteCase } from "@/lib/cases/remove";
import { recordAccountEvent } from "@/lib/people/users/account-events";
import { db, type Sql, transaction } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { invalid, invalidAttribute, notFound, Refusal } from "@/lib/platform/refusal";
import { type AffectedCases, findAffectedCases, lockMemberships, removeUser } from "./delete-account";

/** What becomes of a case that would have no owner: it is deleted, or belongs to the user with this id. */
export type CaseDecision = "delete" | { ownerId: string };

type Deletion = {
  /** What was decided about cases, by their ids. */
  decisions: ReadonlyMap<string, CaseDecision>;
  /** The operator. */
  by: Actor;
  now: Date;
};

/**
 * Deletes the account of another person for the operator. Refuses until it is decided what becomes of each case whose last owner
 * they are, and for the last operator. A case goes to one of its members, or to the operator.
 */
export async function deletePerson(id: string, { decisions, by, now }: Deletion): Promise<void> {
  if (id === by.id) {
    throw new Refusal("resource_invalid", "This is your own account. Delete it on the page of your account.");
  }
  const deletedCases = await transaction(async (sql) => {
    await refuseForLastOperator(sql, id);
    await lockMemberships(sql, id);
    const [person] = await sql<{ id: string; email: string }>("SELECT id, email FROM users WHERE id = $1", [
      id,
    ]);
    if (!person) throw notFound("account");
    const cases = await findAffectedCases(sql, id);
    refuseIfUndecided(cases, decisions, person.email);
    const deleted: string[] = [];
    for (const { id: caseId } of listCases(cases)) {
      const decision = decisions.get(caseId);
      if (decision === "delete") {
        await deleteCase(sql, caseId, by);
        deleted.push(caseId);
      } else if (decision) await handOver(sql, caseId, decision.ownerId, by);
    }
    await recordAccountEvent(sql, "account.deleted", { userId: id, address: by.address, by });
    await removeUser(sql, person, by, now);
    return deleted;
  });
  log.info({ userId: id, by: by.name, address: by.address, deletedCases }, "account deleted by the operator");
}

const listCases = ({ toDelete, withoutOwner }: AffectedCases) => [...toDelete, ...withoutOwner];

/** Locks the operators, so that two of them cannot delete each other at the same time. */
async function refuseForLastOperator(sql: Sql, id: string): Promise<void> {
  const operators = await sql<{ id: string }>(
    "SELECT id FROM users WHERE operator_since IS NOT NULL ORDER BY id FOR UPDATE",
  );
  if (operators.length === 1 && operators[0]?.id === id) {
    throw new Refusal(
      "resource_invalid",
      "This is the last operator. Make another person the operator first: npm run admin -- operator EMAIL.",
    );
  }
}

/** Each undecided case is a validation of its own, alongside which the form says the way out. */
function refuseIfUndecided(
  cases: AffectedCases,
  decisions: ReadonlyMap<string, CaseDecision>,
  email: string,
): void {
  const undecided = listCases(cases).filter(({ id }) => !decisions.has(id));
  if (undecided.length === 0) return;
  throw invalid(
    undecided.map(({ id }) => ({
      attribute: `case.${id}`,
      message: `Hand it over or delete it: ${email} is its last owner`,
    })),
  );
}

/** Makes a member of the case its owner. The operator who decides it need not be a member: they become one. */
async function handOver(sql: Sql, caseId: string, ownerId: string, by: Actor): Promise<void> {
  const [owner] = await sql<{ id: string; email: string }>(
    `SELECT u.id, u.email FROM users u WHERE u.id = $2
       AND ($2 = $3 OR EXISTS (SELECT FROM members m WHERE m.case_id = $1 AND m.user_id = u.id))`,
    [caseId, ownerId, by.id],
  );
  if (!owner) throw invalidAttribute(`case.${caseId}`, "no longer has this member");
  await sql(
    `INSERT INTO members (case_id, user_id, role) VALUES ($1, $2, 'owner')
     ON CONFLICT (case_id, user_id) DO UPDATE
       SET role = 'owner', from_group = NULL, role_by_hand = NULL, group_lost_at = NULL`,
    [caseId, ownerId],
  );
  await recordEvents(sql, caseId, by, [
    { action: "case.handed_over", resource: { id: owner.id, name: owner.email } },
  ]);
}

/** A case of a person. `others`: who could own it; empty if the person is not its last owner. */
type CaseOfPerson = {
  id: string;
  name: string;
  role: string;
  snitches: number;
  isLastOwner: boolean;
  others: { id: string; email: string; role: string }[];
};

/** What the operator sees of a person before deleting them. Null if there is no such account. */
export async function findPersonWithCases(id: string) {
  const user = await db.user.findUnique({
    where: { id },
    select: {
      id: true,
      email: true,
      emailVerifiedAt: true,
      operatorSince: true,
      createdAt: true,
      _count: { select: { sessions: true } },
    },
  });
  if (!user) return null;
  const { _count, ...person } = user;
  const cases = await transaction((sql) => listCasesOfPerson(sql, id));
  return { ...person, sessions: _count.sessions, cases };
}

const listCasesOfPerson = (sql: Sql, userId: string) =>
  sql<CaseOfPerson>(
    `WITH own AS (
       SELECT c.id, c.name, m.role, m.role = 'owner' AND NOT EXISTS (SELECT FROM members o
         WHERE o.case_id = c.id AND o.role = 'owner' AND o.user_id <> $1) AS "isLastOwner"
       FROM members m JOIN cases c ON c.id = m.case_id WHERE m.user_id = $1)
     SELECT own.id, own.name, own.role::text AS role, own."isLastOwner",
       (SELECT count(*)::int FROM snitches WHERE case_id = own.id) AS snitches,
       CASE WHEN own."isLastOwner" THEN coalesce((SELECT json_agg(json_build_object('id', u.id, 'email', u.email,
           'role', m.role) ORDER BY m.role, u.email)
         FROM members m JOIN users u ON u.id = m.user_id WHERE m.case_id = own.id AND m.user_id <> $1), '[]')
         ELSE '[]' END AS others
     FROM own ORDER BY own."isLastOwner" DESC, own.name, own.id`,
    [userId],
  );
