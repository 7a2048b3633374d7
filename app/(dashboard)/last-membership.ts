import { cookies } from "next/headers";
import { cache } from "react";
import { LAST_CASE_COOKIE } from "@/components/shell/last-case-cookie";
import { listUserCases } from "@/lib/cases/find";
import { findMembership, type Membership, type Visitor } from "@/lib/cases/members";
import { isUuid } from "@/lib/rules/uuid";

/** The case that this browser showed last, if the user is still a member of it; otherwise their first case. */
export const lastMembershipOf = cache(async (user: Visitor): Promise<Membership | null> => {
  const lastId = (await cookies()).get(LAST_CASE_COOKIE)?.value;
  const last = isUuid(lastId) ? await findMembership(lastId, user) : null;
  if (last) return last;
  for (const { id } of await listUserCases(user.id)) {
    const membership = await findMembership(id, user);
    if (membership) return membership;
  }
  return null;
});
