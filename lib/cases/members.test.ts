import { describe, expect, test } from "vitest";
import { deleteAccount } from "@/lib/people/accounts/delete-account";
import { db } from "@/lib/platform/db";
import type { User } from "@/lib/platform/generated/client";
import { aCaseWith, by, findRole } from "@/testing/members";
import { invite } from "./invite";
import { changeRole, findLockedCase, findMembership, removeMember, transferOwnership } from "./members";
import { requireSecondFactor } from "./update";

const now = new Date();

const countOwners = (caseId: string) => db.member.count({ where: { caseId, role: "owner" } });

describe("roles", () => {
  test("an admin manages every member except owners, and cannot make an owner", async () => {
    const { caseId, ada, bob, cyd } = await aCaseWith({ ada: "owner", bob: "admin", cyd: "viewer" });

    await changeRole(caseId, cyd.id, "member", by(bob));
    expect(await findRole(caseId, cyd)).toBe("member");
    await expect(changeRole(caseId, cyd.id, "owner", by(bob))).rejects.toThrow("this needs an owner");
    await expect(changeRole(caseId, bob.id, "owner", by(bob))).rejects.toThrow("this needs an owner");
    await expect(changeRole(caseId, ada.id, "viewer", by(bob))).rejects.toThrow("this needs an owner");
    await expect(removeMember(caseId, ada.id, { by: by(bob), now })).rejects.toThrow("this needs an owner");
    await expect(transferOwnership(caseId, bob.id, by(bob))).rejects.toThrow("this needs an owner");
  });

  test("members and viewers cannot manage members, not even themselves, but may leave", async () => {
    const { caseId, bob, cyd } = await aCaseWith({ ada: "owner", bob: "member", cyd: "viewer" });

    await expect(changeRole(caseId, cyd.id, "member", by(bob))).rejects.toThrow("this needs an admin");
    await expect(changeRole(caseId, bob.id, "admin", by(bob))).rejects.toThrow("this needs an admin");
    await expect(removeMember(caseId, cyd.id, { by: by(bob), now })).rejects.toThrow("this needs an admin");
    await expect(invite(caseId, { email: "x@example.com", role: "viewer" }, by(bob), now)).rejects.toThrow(
      "this needs an admin",
    );
    await removeMember(caseId, cyd.id, { by: by(cyd), now });
    expect(await findRole(caseId, cyd)).toBeNull();
  });

  test("an owner of another case cannot change or remove members", async () => {
    const { caseId, cyd } = await aCaseWith({ ada: "owner", cyd: "viewer" });
    const { eve } = await aCaseWith({ eve: "owner" });

    await expect(changeRole(caseId, cyd.id, "owner", by(eve))).rejects.toThrow("No such member");
    await expect(removeMember(caseId, cyd.id, { by: by(eve), now })).rejects.toThrow("No such member");
  });

  test("transferring ownership makes the other member the owner and the former owner an admin", async () => {
    const { caseId, ada, bob } = await aCaseWith({ ada: "owner", bob: "viewer" });

    await transferOwnership(caseId, bob.id, by(ada));

    expect([await findRole(caseId, ada), await findRole(caseId, bob)]).toEqual(["admin", "owner"]);
    expect(await db.auditEvent.findFirst({ where: { caseId } })).toMatchObject({
      action: "case.handed_over",
      actorName: ada.email,
      resourceName: bob.email,
    });
  });
});

describe("the last owner", () => {
  const refusal = "The case would have no owner.";

  test("cannot leave, step down or be removed", async () => {
    const { caseId, ada } = await aCaseWith({ ada: "owner", bob: "admin" });

    await expect(removeMember(caseId, ada.id, { by: by(ada), now })).rejects.toThrow(refusal);
    await expect(changeRole(caseId, ada.id, "admin", by(ada))).rejects.toThrow(refusal);
    expect(await countOwners(caseId)).toBe(1);
  });

  test("stays when two owners leave, step down, remove each other or delete their accounts at the same time", async () => {
    const ways = [
      (caseId: string, ada: User) => removeMember(caseId, ada.id, { by: by(ada), now }),
      (caseId: string, ada: User) => changeRole(caseId, ada.id, "viewer", by(ada)),
      (caseId: string, ada: User, bob: User) => removeMember(caseId, bob.id, { by: by(ada), now }),
      (_: string, ada: User) => deleteAccount(ada, "", now),
    ];
    for (const one of ways) {
      for (const other of ways) {
        const { caseId, ada, bob } = await aCaseWith({ ada: "owner", bob: "owner", cyd: "member" });
        await Promise.allSettled([one(caseId, ada, bob), other(caseId, bob, ada)]);
        expect(await countOwners(caseId)).toBe(1);
      }
    }
  });
});

test("a case that requires a second factor is found only by members who have one, and by all of them again afterwards", async () => {
  const { caseId, ada, bob } = await aCaseWith({ ada: "owner", bob: "member" });
  const { eve } = await aCaseWith({ eve: "owner" });
  await db.user.update({ where: { id: ada.id }, data: { secondFactorSince: now } });

  await requireSecondFactor(caseId, true, by(ada), now);

  expect((await findMembership(caseId, ada))?.role).toBe("owner");
  expect(await findMembership(caseId, bob)).toBeNull();
  expect((await findLockedCase(caseId, bob))?.id).toBe(caseId);
  expect(await findLockedCase(caseId, eve)).toBeNull();
  // The proxy has asked for whatever factors the operator wants.
  expect((await findMembership(caseId, { ...bob, isAtProxy: true }))?.role).toBe("member");
  expect(await findLockedCase(caseId, { ...bob, isAtProxy: true })).toBeNull();

  await requireSecondFactor(caseId, false, by(ada), now);
  expect((await findMembership(caseId, bob))?.role).toBe("member");
});
