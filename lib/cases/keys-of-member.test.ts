import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { aCaseWith, by, findRole } from "@/testing/members";
import { createApiKey, listApiKeys, revokeApiKey } from "./api-key";
import { listCasesWithUserKeys, listKeyNamesByCreator } from "./keys-of-member";
import { removeMember } from "./members";

const tuesday = new Date("2026-03-10T00:00Z");
const wednesday = new Date("2026-03-11T00:00Z");

/** A case whose admin Bob created two keys that work, one that expired and one that was revoked. */
async function aCaseWithKeys() {
  const { caseId, ada, bob } = await aCaseWith({ ada: "owner", bob: "admin" });
  await createApiKey(caseId, { name: "Ada’s" }, by(ada));
  await createApiKey(caseId, { name: "Deploy" }, by(bob));
  await createApiKey(caseId, { name: "Metrics", expiresAt: wednesday }, by(bob));
  await createApiKey(caseId, { name: "Expired", expiresAt: tuesday }, by(bob));
  const { id } = await createApiKey(caseId, { name: "Revoked" }, by(bob));
  await revokeApiKey(caseId, id, by(bob));
  return { caseId, ada, bob };
}

const usableKeys = async (caseId: string) =>
  [...(await listKeyNamesByCreator(caseId, tuesday)).values()].flat().sort();
const listEvents = async (caseId: string, action: string) =>
  (await db.auditEvent.findMany({ where: { caseId, action }, orderBy: { id: "asc" } })).map(
    ({ actorName, resourceName, facts }) => ({ actorName, resourceName, facts }),
  );

test("a member who created API keys is removed only with a decision about them", async () => {
  const { caseId, ada, bob } = await aCaseWithKeys();

  await expect(removeMember(caseId, bob.id, { by: by(ada), now: tuesday })).rejects.toThrow(
    `${bob.email} created 2 API keys that still work.`,
  );
  expect(await findRole(caseId, bob)).toBe("admin");

  const { caseId: other, cyd, dan } = await aCaseWith({ cyd: "owner", dan: "viewer" });
  await removeMember(other, dan.id, { by: by(cyd), now: tuesday });
  expect(await findRole(other, dan)).toBeNull();
});

test("the keys of a removed member are revoked, each with an audit event, and no others", async () => {
  const { caseId, ada, bob } = await aCaseWithKeys();

  await removeMember(caseId, bob.id, { keys: "revoke", by: by(ada), now: tuesday });

  expect(await usableKeys(caseId)).toEqual(["Ada’s"]);
  expect((await listEvents(caseId, "api_key.revoked")).map(({ resourceName }) => resourceName)).toEqual([
    "Revoked",
    "Deploy",
    "Metrics",
  ]);
  expect(await listEvents(caseId, "member.removed")).toEqual([
    { actorName: ada.email, resourceName: bob.email, facts: { revoked_keys: ["Deploy", "Metrics"] } },
  ]);
});

test("kept keys work on, and the list says that their creator is no longer a member", async () => {
  const { caseId, ada, bob } = await aCaseWithKeys();

  await removeMember(caseId, bob.id, { keys: "keep", by: by(ada), now: tuesday });

  expect(await usableKeys(caseId)).toEqual(["Ada’s", "Deploy", "Metrics"]);
  expect(await listEvents(caseId, "member.removed")).toMatchObject([
    { facts: { kept_keys: ["Deploy", "Metrics"] } },
  ]);
  const creators = new Map((await listApiKeys(caseId)).map(({ name, createdBy }) => [name, createdBy]));
  expect(creators.get("Deploy")).toEqual({ email: bob.email, isMember: false });
  expect(creators.get("Ada’s")).toEqual({ email: ada.email, isMember: true });
});

test("a member who leaves decides about their keys, if they may manage keys; otherwise the keys are kept", async () => {
  const { caseId, bob } = await aCaseWithKeys();
  await expect(removeMember(caseId, bob.id, { by: by(bob), now: tuesday })).rejects.toThrow("2 API keys");
  await db.member.update({ where: { caseId_userId: { caseId, userId: bob.id } }, data: { role: "viewer" } });

  await removeMember(caseId, bob.id, { keys: "revoke", by: by(bob), now: tuesday });

  expect(await usableKeys(caseId)).toEqual(["Ada’s", "Deploy", "Metrics"]);
  expect(await listEvents(caseId, "member.left")).toMatchObject([
    { facts: { kept_keys: ["Deploy", "Metrics"] } },
  ]);
});

test("a person sees in which of their cases they created keys that work", async () => {
  const { caseId, ada, bob } = await aCaseWithKeys();

  expect(await listCasesWithUserKeys(bob.id, tuesday)).toEqual([{ id: caseId, name: "Acme" }]);
  await removeMember(caseId, bob.id, { keys: "keep", by: by(ada), now: tuesday });
  expect(await listCasesWithUserKeys(bob.id, tuesday)).toEqual([]);
});
