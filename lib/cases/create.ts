import type { Actor } from "@/lib/audit/actor";
import { recordEvents } from "@/lib/audit/record";
import { db, sqlOf } from "@/lib/db";
import type { Case } from "@/lib/db/generated/client";
import { env } from "@/lib/env";
import type { Plan } from "./plan";

/** Makes a case and its owner. Nested, so that there is never a case which nobody owns. */
export const createCase = (
  userId: string,
  name: string,
  by: Actor,
  plan: Plan = env.DEFAULT_PLAN,
): Promise<Case> =>
  db.$transaction(async (tx) => {
    const owner = await tx.case.create({
      data: { name, plan, members: { create: { userId, role: "owner" } } },
    });
    await recordEvents(sqlOf(tx), owner.id, by, [{ action: "case.created", thing: owner }]);
    return owner;
  });

/** “Ada’s case”, for ada.lovelace@example.com: a name to begin with. */
export function firstCaseName(email: string): string {
  const [first = ""] = email.split(/[^\p{L}\p{N}]/u);
  return first ? `${first.charAt(0).toUpperCase()}${first.slice(1, 40)}’s case` : "My case";
}
