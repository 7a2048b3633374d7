import type { Action } from "@/lib/audit/actions";
import { OPERATOR, recordEvents } from "@/lib/audit/record";
import { db, toSql } from "@/lib/platform/db";
import type { Case } from "@/lib/platform/generated/client";
import { invalidAttribute, notFound } from "@/lib/platform/refusal";
import type { Plan } from "@/lib/rules/plans";
import { isUuidInAnyCase } from "@/lib/rules/uuid";
import { createApiKey, revokeApiKey } from "./api-key";
import { createCase } from "./create";

/** Finds a case by id, or else by name. Refuses if several cases have the name. */
export async function findNamedCase(idOrName: string): Promise<Case> {
  const cases = await db.case.findMany({
    where: isUuidInAnyCase(idOrName) ? { id: idOrName } : { name: idOrName },
    orderBy: { id: "asc" },
  });
  const [theCase, ...others] = cases;
  if (!theCase) throw notFound("case");
  if (others.length > 0) {
    const ids = cases.map(({ id }) => id).join(", ");
    throw invalidAttribute("case", `is the name of several cases. Give an id instead: ${ids}`);
  }
  return theCase;
}

/** Returns the user's case with this name, creating it if it is missing. Changes its plan if one is given. */
export async function ensureCase(
  userId: string,
  name: string,
  plan?: Plan,
): Promise<Pick<Case, "id" | "name" | "plan">> {
  const theCase = await db.case.findFirst({
    where: { name, members: { some: { userId } } },
    orderBy: { id: "asc" },
  });
  if (!theCase) return createCase(userId, name, OPERATOR, plan);
  return plan ? changePlan(theCase.id, plan) : theCase;
}

export const changePlan = (caseId: string, plan: Plan): Promise<Case> =>
  updateCaseAsOperator(caseId, { plan }, "case.plan_changed", { plan });

/** Puts a case on hold: snitches cannot be added or changed until it is released. */
export const holdCase = (caseId: string, now: Date): Promise<Case> =>
  updateCaseAsOperator(caseId, { onHoldAt: now }, "case.held");

export const releaseCase = (caseId: string): Promise<Case> =>
  updateCaseAsOperator(caseId, { onHoldAt: null }, "case.released");

const updateCaseAsOperator = (
  caseId: string,
  data: Partial<Pick<Case, "plan" | "onHoldAt">>,
  action: Action,
  facts?: { plan: Plan },
): Promise<Case> =>
  db.$transaction(async (tx) => {
    const theCase = await tx.case.update({ where: { id: caseId }, data });
    await recordEvents(toSql(tx), caseId, OPERATOR, [{ action, resource: theCase, facts }]);
    return theCase;
  });

/** Creates a key and revokes the others with this name. An existing key cannot be shown again: only its hash is stored. */
export async function replaceApiKey(caseId: string, name: string): Promise<string> {
  const { id, key } = await createApiKey(caseId, { name }, OPERATOR);
  const replaced = await db.apiKey.findMany({
    where: { caseId, name, id: { not: id } },
    select: { id: true },
  });
  for (const { id } of replaced) await revokeApiKey(caseId, id, OPERATOR);
  return key;
}
