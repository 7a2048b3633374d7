import { describe, expect, test } from "vitest";
import { createApiKey, listApiKeys } from "@/lib/cases/api-key";
import { lockMembers } from "@/lib/cases/members";
import { db, transaction } from "@/lib/platform/db";
import { oneLockWait } from "@/testing/lock-wait";
import { aCaseWith, by, findRole } from "@/testing/members";
import { casesAffectedByDeletion, deleteAccount } from "./delete-account";

const now = new Date();

describe("the last owner", () => {
  test("cannot delete their account while the case is being handed over to them", async () => {
    const { caseId, ada, bob } = await aCaseWith({ ada: "owner", bob: "admin" });
    const { deletion } = await transaction(async (sql) => {
      await lockMembers(sql, caseId);
      const role = "CASE user_id WHEN $2 THEN 'owner'::role ELSE 'admin'::role END";
      await sql(`UPDATE members SET role = ${role} WHERE case_id = $1`, [caseId, bob.id]);
      const deletion = deleteAccount(bob, "", now).catch((error: Error) => error.message);
      await oneLockWait();
      return { deletion };
    });

    expect(await deletion).toContain("you are its last owner");
    expect([await findRole(caseId, ada), await findRole(caseId, bob)]).toEqual(["admin", "owner"]);
  });

  test("cannot delete their account while the case has other members", async () => {
    const { ada } = await aCaseWith({ ada: "owner", bob: "admin" });

    await expect(deleteAccount(ada, "", now)).rejects.toThrow("Transfer or delete “Acme” first");
    expect(await db.user.findUnique({ where: { id: ada.id } })).not.toBeNull();
  });

  test("deletes, with their account, the cases without other members, which were announced before", async () => {
    const { caseId, ada } = await aCaseWith({ ada: "owner" });
    const shared = await aCaseWith({ bob: "owner" });
    await db.member.create({ data: { caseId: shared.caseId, userId: ada.id, role: "admin" } });

    expect(await casesAffectedByDeletion(ada.id)).toEqual({
      toDelete: [{ id: caseId, name: "Acme" }],
      withoutOwner: [],
    });
    await deleteAccount(ada, "", now);

    expect(await db.case.findUnique({ where: { id: caseId } })).toBeNull();
    expect(await db.auditEvent.findMany({ where: { caseId: shared.caseId } })).toMatchObject([
      { action: "member.left", actorName: ada.email },
    ]);
  });
});

test("API keys of a deleted account keep working, and its cases see whose they were", async () => {
  const { caseId, ada, bob } = await aCaseWith({ ada: "owner", bob: "admin" });
  await createApiKey(caseId, { name: "Deploy" }, by(bob));
  await createApiKey(caseId, { name: "Expired", expiresAt: now }, by(bob));

  await deleteAccount(bob, "", now);

  const createdBy = { email: bob.email, isMember: false };
  expect(await listApiKeys(caseId)).toMatchObject([
    { name: "Expired", createdBy },
    { name: "Deploy", createdBy, revokedAt: null },
  ]);
  expect(await db.auditEvent.findFirst({ where: { caseId, action: "member.left" } })).toMatchObject({
    actorName: bob.email,
    facts: { kept_keys: ["Deploy"] },
  });
  expect(await findRole(caseId, ada)).toBe("owner");
});

test("the operator cannot delete their account", async () => {
  const { ada } = await aCaseWith({ ada: "owner" });

  await expect(deleteAccount({ ...ada, operatorSince: now }, "", now)).rejects.toThrow(
    "You run this installation",
  );
});
