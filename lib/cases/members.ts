import { type Actor, recordEvents } from "@/lib/audit/record";
import { db, prepared, type Sql, transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import type { Case } from "@/lib/platform/generated/client";
import { notFound, Refusal } from "@/lib/platform/refusal";
import { removeMemberBrowsers } from "./browsers-of-member";
import { SELECTED_CASE } from "./columns";
import { decideOnKeys, type KeysDecision } from "./keys-of-member";
import { lockCase } from "./lock";
import { may, mayManage, type Role, refusalFor } from "./roles";

export type Membership = { theCase: Case; role: Role };

/** Who asks for a case. A proxy that signs in has asked them for whatever factors it wants. */
export type Visitor = { id: string; isAtProxy?: boolean };

/**
 * The membership of someone in a case. Null if they are not a member or the case does not exist, and for a member who has no second
 * factor although the case requires one: they see nothing of it.
 */
export async function findMembership(caseId: string, visitor: Visitor): Promise<Membership | null> {
  const member = await findMember(caseId, visitor);
  return member && !member.lacksFactor ? { theCase: member.theCase, role: member.role } : null;
}

/** The case of which they would be a member if they had a second factor. Null if there is no such one, or nothing is lacking. */
export async function findLockedCase(caseId: string, visitor: Visitor): Promise<Case | null> {
  const member = await findMember(caseId, visitor);
  return member?.lacksFactor ? member.theCase : null;
}

/** One statement: every page of a case waits for it. */
async function findMember(caseId: string, { id, isAtProxy = false }: Visitor) {
  const [row] = await prepared<Case & { role: Role; hasFactor: boolean }>(
    `SELECT ${SELECTED_CASE}, m.role::text AS role, u.second_factor_since IS NOT NULL AS "hasFactor"
     FROM members m JOIN cases c ON c.id = m.case_id JOIN users u ON u.id = m.user_id
     WHERE m.case_id = $1 AND m.user_id = $2`,
    [caseId, id],
  );
  if (!row) return null;
  const { role, hasFactor, ...theCase } = row;
  const isRequired = theCase.secondFactorRequiredSince !== null || env.REQUIRE_SECOND_FACTOR;
  return { role, theCase, lacksFactor: isRequired && !hasFactor && !isAtProxy };
}

/** The members of a case, in the order in which they joined. */
export async function listMembers(caseId: string) {
  const members = await db.member.findMany({
    where: { caseId },
    orderBy: [{ createdAt: "asc" }, { userId: "asc" }],
    select: {
      userId: true,
      role: true,
      fromGroup: true,
      groupLostAt: true,
      createdAt: true,
      user: { select: { email: true, secondFactorSince: true } },
    },
  });
  return members.map(({ user, ...member }) => ({ ...member, ...user }));
}

export type LockedMember = {
  userId: string;
  email: string;
  role: Role;
  /** The group that gave the role; null for a role that was given by hand. */
  fromGroup: string | null;
  roleByHand: Role | null;
};

/**
 * Locks the case until the transaction ends and returns its members. Call it before every change that may remove an owner:
 * if two owners leave at the same time, the second one then sees that the first has left.
 */
export async function lockMembers(sql: Sql, caseId: string): Promise<LockedMember[]> {
  await lockCase(sql, caseId);
  return sql<LockedMember>(
    `SELECT m.user_id AS "userId", u.email, m.role::text AS role, m.from_group AS "fromGroup",
       m.role_by_hand::text AS "roleByHand"
     FROM members m JOIN users u ON u.id = m.user_id WHERE m.case_id = $1`,
    [caseId],
  );
}

/**
 * Changes a member's role. Refuses if the actor's role does not allow it, if a group gave the role, or if no owner would be left.
 */
export async function changeRole(caseId: string, userId: string, role: Role, by: Actor): Promise<void> {
  await transaction(async (sql) => {
    const members = await lockMembers(sql, caseId);
    const { actor, target } = findActorAndTarget(members, by, userId);
    refuseUnlessMayManage(actor.role, role);
    if (role === target.role) return;
    refuseIfFromGroup(target);
    if (target.role === "owner") refuseWithoutOwner(members, userId);
    await setRole(sql, caseId, userId, role);
    const facts = { role: { from: target.role, to: role } };
    await recordEvents(sql, caseId, by, [
      { action: "member.role_changed", resource: { id: userId, name: target.email }, facts },
    ]);
  });
}

/**
 * Removes a member. Refuses if the actor's role does not allow it, if a group gave the role, or if the member created API keys and
 * `keys` does not say what happens to them. Every member may remove themselves (leave), except the last owner; without the right to manage
 * keys, theirs are kept. Their browsers get no more notifications of the case.
 */
export async function removeMember(
  caseId: string,
  userId: string,
  { keys, by, now }: { keys?: KeysDecision; by: Actor; now: Date },
): Promise<void> {
  await transaction(async (sql) => {
    const members = await lockMembers(sql, caseId);
    const { actor, target } = findActorAndTarget(members, by, userId);
    refuseIfFromGroup(target);
    if (target.role === "owner") refuseWithoutOwner(members, userId);
    const decision = may(actor.role, "manage_keys") ? keys : "keep";
    const facts = await decideOnKeys(sql, caseId, target, { keys: decision, by, now });
    await sql("DELETE FROM members WHERE case_id = $1 AND user_id = $2", [caseId, userId]);
    await removeMemberBrowsers(sql, caseId, userId, by);
    const action = by.id === userId ? "member.left" : "member.removed";
    await recordEvents(sql, caseId, by, [{ action, resource: { id: userId, name: target.email }, facts }]);
  });
}

/** Makes another member an owner and the acting owner an admin. Refuses if the actor is not an owner. */
export async function transferOwnership(caseId: string, userId: string, by: Actor): Promise<void> {
  await transaction(async (sql) => {
    const { actor, target } = findActorAndTarget(await lockMembers(sql, caseId), by, userId);
    if (actor.role !== "owner") throw new Refusal("resource_invalid", refusalFor(actor.role, "own"));
    if (actor.userId === userId) return;
    refuseIfFromGroup(target);
    refuseIfFromGroup(actor);
    await setRole(sql, caseId, userId, "owner");
    await setRole(sql, caseId, actor.userId, "admin");
    await recordEvents(sql, caseId, by, [
      { action: "case.handed_over", resource: { id: userId, name: target.email } },
    ]);
  });
}

/** Refuses if a member with `role` may not give, change or remove the role `target`. */
export function refuseUnlessMayManage(role: Role, target: Role): void {
  if (mayManage(role, target)) return;
  throw new Refusal("resource_invalid", refusalFor(role, target === "owner" ? "own" : "manage_members"));
}

/** Refuses to change by hand what the next sign-in would change back. */
function refuseIfFromGroup({ email, fromGroup }: LockedMember): void {
  if (fromGroup === null) return;
  throw new Refusal(
    "resource_invalid",
    `The role of ${email} comes from the group “${fromGroup}” of your single sign-on. Change the group there.`,
  );
}

/** Refuses if the case has no owner besides this user. */
function refuseWithoutOwner(members: LockedMember[], userId: string): void {
  if (members.some((member) => member.role === "owner" && member.userId !== userId)) return;
  throw new Refusal(
    "resource_invalid",
    "The case would have no owner. Make another member an owner first, or delete the case.",
  );
}

// Both come from the locked rows: the roles may have changed since the page was shown.
function findActorAndTarget(members: LockedMember[], by: Actor, userId: string) {
  const actor = members.find((member) => member.userId === by.id);
  const target = members.find((member) => member.userId === userId);
  if (!actor || !target) throw notFound("member");
  if (actor.userId !== userId) refuseUnlessMayManage(actor.role, target.role);
  return { actor, target };
}

const setRole = (sql: Sql, caseId: string, userId: string, role: Role) =>
  sql("UPDATE members SET role = $3::role WHERE case_id = $1 AND user_id = $2", [caseId, userId, role]);
