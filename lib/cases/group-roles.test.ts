import { beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { parseGroupRoles } from "@/lib/rules/group-roles";
import { aCase, aMember } from "@/testing/factories";
import { applyGroupRoles, haveRoles } from "./group-roles";
import { changeRole, findMembership, listMembers, removeMember, transferOwnership } from "./members";
import type { Role } from "./roles";

const now = new Date();
const unique = () => Math.random().toString(36).slice(2);

beforeEach(() => () => vi.restoreAllMocks());
const setRules = (text: string) => {
  const rules = parseGroupRoles(text) ?? [];
  vi.spyOn(env, "OIDC_ROLES", "get").mockReturnValue(rules);
};

const aPerson = async () => {
  const { id, email } = await db.user.create({ data: { email: `${unique()}@example.com` } });
  return { id, email, address: "203.0.113.7" };
};
/** A case with an owner by hand. */
async function anOwnedCase(name = unique()) {
  const theCase = await aCase({ name });
  const owner = await aMember({ caseId: theCase.id });
  return { ...theCase, by: { kind: "user", id: owner.id, name: owner.email, address: "" } as const };
}
const roleIn = async (caseId: string, userId: string) =>
  (await findMembership(caseId, { id: userId }))?.role ?? null;
const join = (caseId: string, userId: string, role: Role) =>
  db.member.create({ data: { caseId, userId, role } });
const eventsOf = (caseId: string, resourceId: string) =>
  db.auditEvent.findMany({
    where: { caseId, resourceId },
    orderBy: { id: "asc" },
    select: { action: true, actorKind: true, facts: true },
  });

test("a group gives its role, another sign-in changes nothing, and losing the group takes it", async () => {
  const { id } = await anOwnedCase("Production");
  const ada = await aPerson();
  setRules("ops=Production:admin");

  await applyGroupRoles(ada, ["ops", "others"], now);
  await applyGroupRoles(ada, ["ops"], now);
  expect(await roleIn(id, ada.id)).toBe("admin");
  await applyGroupRoles(ada, [], now);
  expect(await roleIn(id, ada.id)).toBeNull();

  expect(await eventsOf(id, ada.id)).toEqual([
    { action: "member.joined", actorKind: "user", facts: { role: "admin", group: "ops" } },
    { action: "member.removed", actorKind: "tattle", facts: { group: { from: "ops", to: null } } },
  ]);
});

test("two sign-ins at once give one role", async () => {
  const { id } = await anOwnedCase();
  const ada = await aPerson();
  setRules(`ops=${id}:admin`);

  await Promise.all([applyGroupRoles(ada, ["ops"], now), applyGroupRoles(ada, ["ops"], now)]);

  expect(await eventsOf(id, ada.id)).toHaveLength(1);
});

test("every case is every case that exists at that sign-in", async () => {
  const one = await anOwnedCase();
  const ada = await aPerson();
  setRules("dev=*:viewer");
  await applyGroupRoles(ada, ["dev"], now);
  const later = await anOwnedCase();

  expect([await roleIn(one.id, ada.id), await roleIn(later.id, ada.id)]).toEqual(["viewer", null]);
  await applyGroupRoles(ada, ["dev"], now);
  expect(await roleIn(later.id, ada.id)).toBe("viewer");
});

test("a role that was given by hand stays if it is higher, and comes back when the group is lost", async () => {
  const [high, low] = [await anOwnedCase(), await anOwnedCase()];
  const ada = await aPerson();
  await join(high.id, ada.id, "owner");
  await join(low.id, ada.id, "viewer");
  setRules("ops=*:admin");

  await applyGroupRoles(ada, ["ops"], now);
  expect([await roleIn(high.id, ada.id), await roleIn(low.id, ada.id)]).toEqual(["owner", "admin"]);
  await applyGroupRoles(ada, [], now);
  expect([await roleIn(high.id, ada.id), await roleIn(low.id, ada.id)]).toEqual(["owner", "viewer"]);
  await changeRole(low.id, ada.id, "member", low.by);
});

test("a role from a group cannot be changed by hand, and its member is neither removed nor leaves", async () => {
  const { id, by } = await anOwnedCase();
  const ada = await aPerson();
  setRules(`ops=${id}:admin`);
  await applyGroupRoles(ada, ["ops"], now);

  const attempts = await Promise.allSettled([
    changeRole(id, ada.id, "viewer", by),
    removeMember(id, ada.id, { by, now }),
    removeMember(id, ada.id, { by: { ...by, id: ada.id }, now }),
    transferOwnership(id, ada.id, by),
  ]);

  const message = `The role of ${ada.email} comes from the group “ops” of your single sign-on. Change the group there.`;
  expect(attempts).toMatchObject(attempts.map(() => ({ reason: { message } })));
  expect(await listMembers(id)).toContainEqual(
    expect.objectContaining({ email: ada.email, fromGroup: "ops" }),
  );
});

describe("the last owner of a case", () => {
  test("who loses the group stays, the audit log says so once, and goes when there is another one", async () => {
    const { id } = await aCase();
    const ada = await aPerson();
    setRules(`ops=${id}:owner`);
    const other = await aMember({ caseId: id, role: "admin" });
    await applyGroupRoles(ada, ["ops"], now);

    await applyGroupRoles(ada, [], now);
    await applyGroupRoles(ada, [], now);
    expect(await roleIn(id, ada.id)).toBe("owner");
    expect((await eventsOf(id, ada.id)).map(({ action }) => action)).toEqual([
      "member.joined",
      "member.kept",
    ]);
    expect(await listMembers(id)).toContainEqual(
      expect.objectContaining({ email: ada.email, fromGroup: "ops", groupLostAt: now }),
    );

    await changeRole(id, other.id, "owner", { kind: "user", id: ada.id, name: ada.email, address: "" });
    await applyGroupRoles(ada, [], now);
    expect(await roleIn(id, ada.id)).toBeNull();
  });

  test("who is in the group again is an owner by it as before", async () => {
    const { id } = await aCase();
    await aMember({ caseId: id, role: "admin" });
    const ada = await aPerson();
    setRules(`ops=${id}:owner`);
    for (const groups of [["ops"], [], ["ops"]]) await applyGroupRoles(ada, groups, now);

    expect(await listMembers(id)).toContainEqual(
      expect.objectContaining({ email: ada.email, role: "owner", groupLostAt: null }),
    );
  });
});

test("a name that two cases have gives no role, and ends none that was given before", async () => {
  const name = unique();
  const first = await anOwnedCase(name);
  const ada = await aPerson();
  setRules(`ops=${name}:admin`);
  await applyGroupRoles(ada, ["ops"], now);
  const copy = await anOwnedCase(name);

  await applyGroupRoles(ada, ["ops"], now);

  expect([await roleIn(first.id, ada.id), await roleIn(copy.id, ada.id)]).toEqual(["admin", null]);
  expect(await haveRoles(["ops"])).toBe(false);
  await applyGroupRoles(ada, [], now);
  expect(await roleIn(first.id, ada.id)).toBeNull();
});

test("a person who is removed by a group leaves API keys behind that work on, and the log names them", async () => {
  const { id } = await anOwnedCase();
  const ada = await aPerson();
  setRules(`ops=${id}:admin`);
  await applyGroupRoles(ada, ["ops"], now);
  const key = { name: "Deploy", prefix: "abcde", hash: unique(), caseId: id, createdById: ada.id };
  await db.apiKey.create({ data: key });

  await applyGroupRoles(ada, [], now);

  expect(await db.apiKey.findFirst({ where: { hash: key.hash } })).toMatchObject({ revokedAt: null });
  expect((await eventsOf(id, ada.id)).at(-1)?.facts).toMatchObject({ kept_keys: ["Deploy"] });
});

test("without rules, what groups gave is taken at the next sign-in", async () => {
  const { id } = await anOwnedCase();
  const ada = await aPerson();
  setRules(`ops=${id}:admin`);
  await applyGroupRoles(ada, ["ops"], now);
  setRules("");

  await applyGroupRoles(ada, ["ops"], now);

  expect(await roleIn(id, ada.id)).toBeNull();
});
