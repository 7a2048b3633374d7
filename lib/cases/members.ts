import type { Actor } from "@/lib/audit/actor";
import { recordEvents } from "@/lib/audit/record";
import { db, type Sql, transaction } from "@/lib/platform/db";
import type { Case } from "@/lib/platform/generated/client";
import { notFound, Refusal } from "@/lib/platform/refusal";
import { mayManage, type Role, refusalFor } from "./roles";

export type Membership = { theCase: Case; role: Role };

/** A person's place in a case; null when it is not theirs, or is no case at all. */
export async function findMembership(caseId: string, userId: string): Promise<Membership | null> {
  const member = await db.member.findUnique({
    where: { caseId_userId: { caseId, userId } },
    select: { role: true, case: true },
  });
  return member && { theCase: member.case, role: member.role };
}

/** The people of a case and since when, the longest-standing first. */
export async function listMembers(caseId: string) {
  const members = await db.member.findMany({
    where: { caseId },
    orderBy: [{ createdAt: "asc" }, { userId: "asc" }],
    select: { userId: true, role: true, createdAt: true, user: { select: { email: true } } },
  });
  return members.map(({ user, ...member }) => ({ ...member, email: user.email }));
}

type Place = { userId: string; email: string; role: Role };

/**
 * The places in a case, which nobody else changes before this transaction ends. Whatever takes an owner away begins
 * with this, so that of two who leave at once one sees that the other has gone.
 */
export async function lockMembers(sql: Sql, caseId: string): Promise<Place[]> {
  await sql("SELECT FROM cases WHERE id = $1 FOR NO KEY UPDATE", [caseId]);
  return sql<Place>(
    `SELECT m.user_id AS "userId", u.email, m.role::text AS role
     FROM members m JOIN users u ON u.id = m.user_id WHERE m.case_id = $1`,
    [caseId],
  );
}

/** Refuses what would leave the case without an owner. */
export function refuseWithoutOwner(places: Place[], gone: string): void {
  if (places.some(({ userId, role }) => role === "owner" && userId !== gone)) return;
  throw new Refusal(
    "resource_invalid",
    "The case would have no owner. Make somebody else an owner first, or delete the case.",
  );
}

/** Refuses what this role may not do about that one: owners are made and unmade by owners. */
export function refuseUnlessMayManage(role: Role, other: Role): void {
  if (mayManage(role, other)) return;
  throw new Refusal("resource_invalid", refusalFor(role, other === "owner" ? "own" : "manage_members"));
}

/** Who acts and whom it is about, both as they are now, and not as a page showed them. */
function parties(places: Place[], by: Actor, userId: string) {
  const actor = places.find((place) => place.userId === by.id);
  const other = places.find((place) => place.userId === userId);
  if (!actor || !other) throw notFound("member");
  if (actor.userId !== userId) refuseUnlessMayManage(actor.role, other.role);
  return { actor, other };
}

export async function changeRole(caseId: string, userId: string, role: Role, by: Actor): Promise<void> {
  await transaction(async (sql) => {
    const places = await lockMembers(sql, caseId);
    const { actor, other } = parties(places, by, userId);
    refuseUnlessMayManage(actor.role, role);
    if (role === other.role) return;
    if (other.role === "owner") refuseWithoutOwner(places, userId);
    await setRole(sql, caseId, userId, role);
    const facts = { role: { from: other.role, to: role } };
    await recordEvents(sql, caseId, by, [
      { action: "member.role_changed", resource: { id: userId, name: other.email }, facts },
    ]);
  });
}

const setRole = (sql: Sql, caseId: string, userId: string, role: Role) =>
  sql("UPDATE members SET role = $3::role WHERE case_id = $1 AND user_id = $2", [caseId, userId, role]);

/** Takes somebody’s place in a case away; of one’s own place that is leaving. */
export async function removeMember(caseId: string, userId: string, by: Actor): Promise<void> {
  await transaction(async (sql) => {
    const places = await lockMembers(sql, caseId);
    const { other } = parties(places, by, userId);
    if (other.role === "owner") refuseWithoutOwner(places, userId);
    await sql("DELETE FROM members WHERE case_id = $1 AND user_id = $2", [caseId, userId]);
    const action = by.id === userId ? "member.left" : "member.removed";
    await recordEvents(sql, caseId, by, [{ action, resource: { id: userId, name: other.email } }]);
  });
}

/** Makes another member the owner, and the owner who does it an admin. */
export async function transferOwnership(caseId: string, userId: string, by: Actor): Promise<void> {
  await transaction(async (sql) => {
    const { actor, other } = parties(await lockMembers(sql, caseId), by, userId);
    if (actor.role !== "owner") throw new Refusal("resource_invalid", refusalFor(actor.role, "own"));
    if (actor.userId === userId) return;
    await setRole(sql, caseId, userId, "owner");
    await setRole(sql, caseId, actor.userId, "admin");
    await recordEvents(sql, caseId, by, [
      { action: "case.handed_over", resource: { id: userId, name: other.email } },
    ]);
  });
}
