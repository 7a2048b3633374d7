import { db } from "@/lib/db";
import type { Case } from "@/lib/db/generated/client";
import type { Role } from "@/lib/db/generated/enums";

export type Membership = { owner: Case; role: Role };

/** A person's place in a case; null when it is not theirs, or is no case at all. */
export async function findMembership(caseId: string, userId: string): Promise<Membership | null> {
  const member = await db.member.findUnique({
    where: { caseId_userId: { caseId, userId } },
    select: { role: true, case: true },
  });
  return member && { owner: member.case, role: member.role };
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
