import type { Action } from "@/lib/audit/actions";
import { OPERATOR } from "@/lib/audit/actor";
import { recordEvents } from "@/lib/audit/record";
import { db, sqlOf } from "@/lib/platform/db";
import type { Case } from "@/lib/platform/generated/client";
import { invalid, notFound } from "@/lib/platform/refusal";
import { createApiKey, revokeApiKey } from "./api-key";
import { createCase } from "./create";
import type { Plan } from "./plan";

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The case with this id, or else the only one with this name. */
export async function findNamedCase(idOrName: string): Promise<Case> {
  const found = await db.case.findMany({
    where: UUID.test(idOrName) ? { id: idOrName } : { name: idOrName },
    orderBy: { id: "asc" },
  });
  const [theCase, ...others] = found;
  if (!theCase) throw notFound("case");
  if (others.length > 0) {
    const ids = found.map(({ id }) => id).join(", ");
    throw invalid([{ attribute: "case", message: `is the name of several: say which by its id, ${ids}` }]);
  }
  return theCase;
}

/** The person's case of this name, made if it is missing, on this plan if one is named. */
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

/** Nothing can be added to a case on hold until it is released. */
export const holdCase = (caseId: string, now: Date): Promise<Case> =>
  updateCaseAsOperator(caseId, { onHoldAt: now }, "case.held");

export const releaseCase = (caseId: string): Promise<Case> =>
  updateCaseAsOperator(caseId, { onHoldAt: null }, "case.released");

const updateCaseAsOperator = (
  caseId: string,
  data: Partial<Case>,
  action: Action,
  facts?: { plan: Plan },
): Promise<Case> =>
  db.$transaction(async (tx) => {
    const theCase = await tx.case.update({ where: { id: caseId }, data });
    await recordEvents(sqlOf(tx), caseId, OPERATOR, [{ action, resource: theCase, facts }]);
    return theCase;
  });

/** Issues a key in place of the one of this name: only hashes are stored, so the former cannot be shown again. */
export async function replaceApiKey(caseId: string, name: string): Promise<string> {
  const { id, key } = await createApiKey(caseId, { name }, OPERATOR);
  const former = await db.apiKey.findMany({ where: { caseId, name, id: { not: id } }, select: { id: true } });
  for (const { id } of former) await revokeApiKey(caseId, id, OPERATOR);
  return key;
}
