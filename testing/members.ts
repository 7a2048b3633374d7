import type { Actor } from "@/lib/audit/record";
import type { Role } from "@/lib/cases/roles";
import { db } from "@/lib/platform/db";
import type { User } from "@/lib/platform/generated/client";
import { aCase, aMember } from "./factories";

/** A case with one member per name, in the given role. */
export async function aCaseWith<Name extends string>(people: Record<Name, Role>) {
  const { id: caseId } = await aCase();
  const members = {} as Record<Name, User>;
  for (const name of Object.keys(people) as Name[]) {
    members[name] = await aMember({ caseId, role: people[name] });
  }
  return { caseId, ...members };
}

/** The user as the actor of a change. */
export const by = ({ id, email }: Pick<User, "id" | "email">): Actor => ({
  kind: "user",
  id,
  name: email,
  address: "",
});

/** The user's role in a case. Null if they are not a member. */
export const findRole = async (caseId: string, { id }: User): Promise<Role | null> =>
  (await db.member.findUnique({ where: { caseId_userId: { caseId, userId: id } } }))?.role ?? null;
