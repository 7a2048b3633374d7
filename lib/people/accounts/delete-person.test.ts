import { expect, test } from "vitest";
import type { Actor } from "@/lib/audit/record";
import { createApiKey, listApiKeys } from "@/lib/cases/api-key";
import { db } from "@/lib/platform/db";
import { aCase, aMember, aSnitch } from "@/testing/factories";
import { aCaseWith, by, findRole } from "@/testing/members";
import { aSession } from "@/testing/sessions";
import { type CaseDecision, deletePerson, findPersonWithCases } from "./delete-person";

const now = new Date();
const none = new Map();

/** An operator with an account, as the actor of what they do. */
async function anOperator(): Promise<Actor & { id: string; user: { id: string; email: string } }> {
  const user = await aMember({ caseId: (await aCase()).id });
  await db.user.update({ where: { id: user.id }, data: { operatorSince: now } });
  return { kind: "user", id: user.id, name: user.email, address: "203.0.113.7", user };
}

const actionsIn = async (caseId: string) =>
  (await db.auditEvent.findMany({ where: { caseId }, orderBy: { id: "asc" } })).map(
    ({ action, actorName, resourceName }) => [action, actorName, resourceName],
  );

test("a person leaves their cases, is signed out, and the cases see who did it and whose keys remain", async () => {
  const operator = await anOperator();
  const { caseId, bob } = await aCaseWith({ ada: "owner", bob: "admin" });
  await createApiKey(caseId, { name: "Deploy" }, by(bob));
  const isSessionValid = await aSession(bob.id);

  await deletePerson(bob.id, { decisions: none, by: operator, now });

  expect(await isSessionValid()).toBe(false);
  expect(await db.user.findUnique({ where: { id: bob.id } })).toBeNull();
  expect(await db.session.count({ where: { userId: bob.id } })).toBe(0);
  expect((await actionsIn(caseId)).slice(-2)).toEqual([
    ["account.deleted", operator.name, bob.email],
    ["member.removed", operator.name, bob.email],
  ]);
  expect(await listApiKeys(caseId)).toMatchObject([
    { name: "Deploy", createdBy: { email: bob.email, isMember: false }, revokedAt: null },
  ]);
});

test("nothing happens until each case that would have no owner is handed over or deleted", async () => {
  const operator = await anOperator();
  const shared = await aCaseWith({ ada: "owner", bob: "viewer" });
  const { ada } = shared;
  const { id: alone } = await aCase({ name: "Alone" });
  const { id: kept } = await aCase({ name: "Kept" });
  for (const caseId of [alone, kept])
    await db.member.create({ data: { caseId, userId: ada.id, role: "owner" } });
  await aSnitch({ caseId: alone });

  const undecided = (caseId: string) => ({
    attribute: `case.${caseId}`,
    message: `Hand it over or delete it: ${ada.email} is its last owner`,
  });
  const refused = await deletePerson(ada.id, { decisions: none, by: operator, now }).catch((error) => error);
  expect(refused.validations).toEqual([undecided(alone), undecided(kept), undecided(shared.caseId)]);
  const half = deletePerson(ada.id, { decisions: new Map([[alone, "delete"]]), by: operator, now });
  await expect(half).rejects.toMatchObject({ validations: { length: 2 } });
  expect(await db.case.count({ where: { id: { in: [alone, kept, shared.caseId] } } })).toBe(3);
  expect(await findRole(alone, ada)).toBe("owner");

  const decisions = new Map<string, CaseDecision>([
    [alone, "delete"],
    [kept, { ownerId: operator.id }],
    [shared.caseId, { ownerId: shared.bob.id }],
  ]);
  await deletePerson(ada.id, { decisions, by: operator, now });

  expect(await db.case.findUnique({ where: { id: alone } })).toBeNull();
  expect(await db.member.findMany({ where: { caseId: kept } })).toMatchObject([
    { userId: operator.id, role: "owner" },
  ]);
  expect(await db.member.findMany({ where: { caseId: shared.caseId } })).toMatchObject([
    { userId: shared.bob.id, role: "owner" },
  ]);
  expect(await actionsIn(shared.caseId)).toEqual([
    ["case.handed_over", operator.name, shared.bob.email],
    ["account.deleted", operator.name, ada.email],
    ["member.removed", operator.name, ada.email],
  ]);
});

test("a case cannot be handed over to a stranger, nor deleted if it has another owner", async () => {
  const operator = await anOperator();
  const { caseId, ada } = await aCaseWith({ ada: "owner", bob: "viewer" });
  const { caseId: withTwo, bob: other } = await aCaseWith({ bob: "owner" });
  await db.member.create({ data: { caseId: withTwo, userId: ada.id, role: "owner" } });

  const toStranger = new Map([[caseId, { ownerId: other.id }]]);
  await expect(deletePerson(ada.id, { decisions: toStranger, by: operator, now })).rejects.toMatchObject({
    validations: [{ attribute: `case.${caseId}`, message: "no longer has this member" }],
  });
  expect(await findRole(caseId, ada)).toBe("owner");

  const both = new Map([caseId, withTwo].map((id) => [id, "delete" as const]));
  await deletePerson(ada.id, { decisions: both, by: operator, now });
  expect(await db.case.findUnique({ where: { id: caseId } })).toBeNull();
  expect(await findRole(withTwo, other)).toBe("owner");
});

test("the last operator and one’s own account cannot be deleted", async () => {
  await db.user.updateMany({ data: { operatorSince: null } });
  const operator = await anOperator();
  const atTheCommandLine: Actor = { kind: "operator", id: null, name: "operator", address: "" };

  const last = deletePerson(operator.id, { decisions: none, by: atTheCommandLine, now });
  await expect(last).rejects.toThrow("This is the last operator. Make another person the operator first");
  const own = deletePerson(operator.id, { decisions: none, by: operator, now });
  await expect(own).rejects.toThrow("This is your own account");

  const second = await anOperator();
  await db.member.deleteMany({ where: { userId: operator.id } });
  await deletePerson(operator.id, { decisions: none, by: second, now });
  expect(await db.user.count({ where: { operatorSince: { not: null } } })).toBe(1);
});

test("the operator sees the cases of a person, first those that need a new owner, and who could be it", async () => {
  const { caseId, ada, bob } = await aCaseWith({ ada: "owner", bob: "admin" });
  const { caseId: withTwo } = await aCaseWith({ carol: "owner" });
  await db.member.create({ data: { caseId: withTwo, userId: ada.id, role: "owner" } });
  await aSnitch({ caseId });
  await aSession(ada.id);

  expect(await findPersonWithCases(ada.id)).toMatchObject({
    email: ada.email,
    sessions: 1,
    cases: [
      {
        id: caseId,
        isLastOwner: true,
        snitches: 1,
        others: [{ id: bob.id, email: bob.email, role: "admin" }],
      },
      { id: withTwo, isLastOwner: false, snitches: 0, others: [] },
    ],
  });
  expect(await findPersonWithCases(caseId)).toBeNull();
});
