import { describe, expect, test, vi } from "vitest";
import { casesAffectedByDeletion, deleteAccount } from "@/lib/accounts/delete-account";
import type { Actor } from "@/lib/audit/actor";
import { db, pool, transaction } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/durations";
import type { User } from "@/lib/platform/generated/client";
import { tokenMailedTo } from "@/lib/testing/emails";
import { aCase, aMember } from "@/lib/testing/factories";
import { createUser } from "@/lib/users/create";
import { acceptInvitation, findInvitation, joinByInvitation } from "./accept-invitation";
import { invite, listInvitations, withdrawInvitation } from "./invite";
import { changeRole, lockMembers, removeMember, transferOwnership } from "./members";
import type { Role } from "./roles";

const now = new Date();
const daysLater = (days: number) => new Date(now.getTime() + days * DAY_MS);
const by = ({ id, email }: Pick<User, "id" | "email">): Actor => ({
  kind: "user",
  id,
  name: email,
  address: "",
});

/** A case with one member per name, in the given role. */
async function aCaseWith<Name extends string>(people: Record<Name, Role>) {
  const { id: caseId } = await aCase();
  const members = {} as Record<Name, User>;
  for (const name of Object.keys(people) as Name[]) {
    members[name] = await aMember({ caseId, role: people[name] });
  }
  return { caseId, ...members };
}

const roleOf = async (caseId: string, { id }: User) =>
  (await db.member.findUnique({ where: { caseId_userId: { caseId, userId: id } } }))?.role ?? null;

const countLockWaits = async () =>
  (
    await pool.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    )
  ).rowCount;

const countOwners = (caseId: string) => db.member.count({ where: { caseId, role: "owner" } });

describe("roles", () => {
  test("an admin manages every member except owners, and cannot make an owner", async () => {
    const { caseId, ada, bob, cyd } = await aCaseWith({ ada: "owner", bob: "admin", cyd: "viewer" });

    await changeRole(caseId, cyd.id, "member", by(bob));
    expect(await roleOf(caseId, cyd)).toBe("member");
    await expect(changeRole(caseId, cyd.id, "owner", by(bob))).rejects.toThrow("this needs an owner");
    await expect(changeRole(caseId, bob.id, "owner", by(bob))).rejects.toThrow("this needs an owner");
    await expect(changeRole(caseId, ada.id, "viewer", by(bob))).rejects.toThrow("this needs an owner");
    await expect(removeMember(caseId, ada.id, by(bob))).rejects.toThrow("this needs an owner");
    await expect(transferOwnership(caseId, bob.id, by(bob))).rejects.toThrow("this needs an owner");
  });

  test("members and viewers cannot manage members, not even themselves, but may leave", async () => {
    const { caseId, bob, cyd } = await aCaseWith({ ada: "owner", bob: "member", cyd: "viewer" });

    await expect(changeRole(caseId, cyd.id, "member", by(bob))).rejects.toThrow("this needs an admin");
    await expect(changeRole(caseId, bob.id, "admin", by(bob))).rejects.toThrow("this needs an admin");
    await expect(removeMember(caseId, cyd.id, by(bob))).rejects.toThrow("this needs an admin");
    await expect(invite(caseId, { email: "x@example.com", role: "viewer" }, by(bob), now)).rejects.toThrow(
      "this needs an admin",
    );
    await removeMember(caseId, cyd.id, by(cyd));
    expect(await roleOf(caseId, cyd)).toBeNull();
  });

  test("an owner of another case cannot change or remove members", async () => {
    const { caseId, cyd } = await aCaseWith({ ada: "owner", cyd: "viewer" });
    const { eve } = await aCaseWith({ eve: "owner" });

    await expect(changeRole(caseId, cyd.id, "owner", by(eve))).rejects.toThrow("No such member");
    await expect(removeMember(caseId, cyd.id, by(eve))).rejects.toThrow("No such member");
  });

  test("transferring ownership makes the other member the owner and the former owner an admin", async () => {
    const { caseId, ada, bob } = await aCaseWith({ ada: "owner", bob: "viewer" });

    await transferOwnership(caseId, bob.id, by(ada));

    expect([await roleOf(caseId, ada), await roleOf(caseId, bob)]).toEqual(["admin", "owner"]);
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

    await expect(removeMember(caseId, ada.id, by(ada))).rejects.toThrow(refusal);
    await expect(changeRole(caseId, ada.id, "admin", by(ada))).rejects.toThrow(refusal);
    expect(await countOwners(caseId)).toBe(1);
  });

  test("stays when two owners leave, step down, remove each other or delete their accounts at the same time", async () => {
    const ways = [
      (caseId: string, ada: User) => removeMember(caseId, ada.id, by(ada)),
      (caseId: string, ada: User) => changeRole(caseId, ada.id, "viewer", by(ada)),
      (caseId: string, ada: User, bob: User) => removeMember(caseId, bob.id, by(ada)),
      (_: string, ada: User) => deleteAccount(ada, ""),
    ];
    for (const one of ways) {
      for (const other of ways) {
        const { caseId, ada, bob } = await aCaseWith({ ada: "owner", bob: "owner", cyd: "member" });
        await Promise.allSettled([one(caseId, ada, bob), other(caseId, bob, ada)]);
        expect(await countOwners(caseId)).toBe(1);
      }
    }
  });

  test("cannot delete their account while the case is being handed over to them", async () => {
    const { caseId, ada, bob } = await aCaseWith({ ada: "owner", bob: "admin" });
    const { deletion } = await transaction(async (sql) => {
      await lockMembers(sql, caseId);
      const role = "CASE user_id WHEN $2 THEN 'owner'::role ELSE 'admin'::role END";
      await sql(`UPDATE members SET role = ${role} WHERE case_id = $1`, [caseId, bob.id]);
      const deletion = deleteAccount(bob, "").catch((error: Error) => error.message);
      await vi.waitFor(async () => expect(await countLockWaits()).toBe(1));
      return { deletion };
    });

    expect(await deletion).toContain("you are its last owner");
    expect([await roleOf(caseId, ada), await roleOf(caseId, bob)]).toEqual(["admin", "owner"]);
  });

  test("cannot delete their account while the case has other members", async () => {
    const { ada } = await aCaseWith({ ada: "owner", bob: "admin" });

    await expect(deleteAccount(ada, "")).rejects.toThrow("Hand over or delete “Acme” first");
    expect(await db.user.findUnique({ where: { id: ada.id } })).not.toBeNull();
  });

  test("deletes, with their account, the cases without other members, which were announced before", async () => {
    const { caseId, ada } = await aCaseWith({ ada: "owner" });
    const shared = await aCaseWith({ bob: "owner" });
    await db.member.create({ data: { caseId: shared.caseId, userId: ada.id, role: "admin" } });

    expect(await casesAffectedByDeletion(ada.id)).toEqual({
      gone: [{ id: caseId, name: "Acme" }],
      stuck: [],
    });
    await deleteAccount(ada, "");

    expect(await db.case.findUnique({ where: { id: caseId } })).toBeNull();
    expect(await db.auditEvent.findMany({ where: { caseId: shared.caseId } })).toMatchObject([
      { action: "member.left", actorName: ada.email },
    ]);
  });
});

test("the operator cannot delete their account", async () => {
  const { ada } = await aCaseWith({ ada: "owner" });

  await expect(deleteAccount({ ...ada, operatorSince: now }, "")).rejects.toThrow(
    "You run this installation",
  );
});

describe("an invitation", () => {
  const email = () => `${Math.random().toString(36).slice(2)}@example.com`;

  test("is accepted once, only by the invited address", async () => {
    const { caseId, ada } = await aCaseWith({ ada: "owner" });
    const address = email();
    await invite(caseId, { email: address, role: "admin" }, by(ada), now);
    const token = await tokenMailedTo(address);
    const eve = await createUser({ email: email(), password: "correct horse" });
    const bob = await createUser({ email: address, password: "correct horse" });

    await expect(acceptInvitation(token, eve, "", now)).rejects.toThrow(`This invitation is for ${address}`);
    expect(await acceptInvitation(token, bob, "", now)).toBe(caseId);
    await removeMember(caseId, bob.id, by(ada));
    await expect(acceptInvitation(token, bob, "", now)).rejects.toThrow("has been used");
    expect(await db.member.count({ where: { caseId } })).toBe(1);
  });

  test("creates one account for a new user, even if the link is used twice at the same time", async () => {
    const { caseId, ada } = await aCaseWith({ ada: "owner" });
    const address = email();
    await invite(caseId, { email: address, role: "viewer" }, by(ada), now);
    const token = await tokenMailedTo(address);

    const attempts = await Promise.allSettled(
      [1, 2].map(() => joinByInvitation(token, "correct horse", "", now)),
    );

    expect(attempts.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const bob = await db.user.findUniqueOrThrow({ where: { email: address } });
    expect(bob.emailVerifiedAt).toEqual(now);
    expect(await roleOf(caseId, bob)).toBe("viewer");
  });

  test("expires, can be withdrawn, and is replaced by a new one", async () => {
    const { caseId, ada } = await aCaseWith({ ada: "owner" });
    const address = email();
    await invite(caseId, { email: address, role: "viewer" }, by(ada), now);
    const first = await tokenMailedTo(address);
    expect(await findInvitation(first, daysLater(6))).not.toBeNull();
    expect(await findInvitation(first, daysLater(7))).toBeNull();

    await invite(caseId, { email: address, role: "member" }, by(ada), now);
    const second = await tokenMailedTo(address);
    expect(await findInvitation(first, now)).toBeNull();
    expect(await findInvitation(second, now)).toMatchObject({ role: "member" });

    const [listed] = await listInvitations(caseId);
    await withdrawInvitation((await aCase()).id, listed?.id ?? "", by(ada));
    expect(await findInvitation(second, now)).not.toBeNull();
    await withdrawInvitation(caseId, listed?.id ?? "", by(ada));
    await expect(joinByInvitation(second, "correct horse", "", now)).rejects.toThrow("withdrawn");
    expect(await db.user.findUnique({ where: { email: address } })).toBeNull();
  });

  test("cannot go to a member, and an admin cannot invite an owner", async () => {
    const { caseId, ada, bob } = await aCaseWith({ ada: "owner", bob: "admin" });

    await expect(invite(caseId, { email: bob.email, role: "viewer" }, by(ada), now)).rejects.toMatchObject({
      validations: [{ attribute: "email" }],
    });
    await expect(invite(caseId, { email: email(), role: "owner" }, by(bob), now)).rejects.toThrow(
      "this needs an owner",
    );
  });

  test("for the role owner can be withdrawn or replaced only by an owner", async () => {
    const { caseId, ada, bob } = await aCaseWith({ ada: "owner", bob: "admin" });
    const address = email();
    await invite(caseId, { email: address, role: "owner" }, by(ada), now);
    const [{ id = "" } = {}] = await listInvitations(caseId);

    await expect(withdrawInvitation(caseId, id, by(bob))).rejects.toThrow("this needs an owner");
    await expect(invite(caseId, { email: address, role: "viewer" }, by(bob), now)).rejects.toThrow(
      "this needs an owner",
    );
    expect(await listInvitations(caseId)).toMatchObject([{ id, role: "owner" }]);
    await withdrawInvitation(caseId, id, by(ada));
    expect(await listInvitations(caseId)).toEqual([]);
  });

  test("does not change the role of a person who has become a member", async () => {
    const { caseId, ada } = await aCaseWith({ ada: "owner" });
    const address = email();
    await invite(caseId, { email: address, role: "owner" }, by(ada), now);
    const bob = await aMember({ caseId, email: address, role: "viewer" });

    await acceptInvitation(await tokenMailedTo(address), { ...bob }, "", now);

    expect(await roleOf(caseId, bob)).toBe("viewer");
    expect(await db.auditEvent.count({ where: { caseId, action: "member.joined" } })).toBe(0);
  });
});
