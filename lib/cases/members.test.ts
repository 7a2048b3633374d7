import { describe, expect, test, vi } from "vitest";
import { casesAffectedByDeletion, deleteAccount } from "@/lib/accounts/delete-account";
import type { Actor } from "@/lib/audit/actor";
import { db, pool, transaction } from "@/lib/platform/db";
import type { User } from "@/lib/platform/generated/client";
import { tokenMailedTo } from "@/lib/testing/emails";
import { aCase, aMember } from "@/lib/testing/factories";
import { createUser } from "@/lib/users/create";
import {
  acceptInvitation,
  findInvitation,
  invite,
  joinByInvitation,
  listInvitations,
  withdrawInvitation,
} from "./invite";
import { changeRole, lockMembers, removeMember, transferOwnership } from "./members";
import type { Role } from "./roles";

const now = new Date();
const later = (days: number) => new Date(now.getTime() + days * 24 * 3_600_000);
const by = ({ id, email }: Pick<User, "id" | "email">): Actor => ({
  kind: "user",
  id,
  name: email,
  address: "",
});

/** A case with one person in each of these roles. */
async function aCaseWith<Name extends string>(people: Record<Name, Role>) {
  const { id: caseId } = await aCase();
  const made = {} as Record<Name, User>;
  for (const name of Object.keys(people) as Name[]) {
    made[name] = await aMember({ caseId, role: people[name] });
  }
  return { caseId, ...made };
}

const roleOf = async (caseId: string, { id }: User) =>
  (await db.member.findUnique({ where: { caseId_userId: { caseId, userId: id } } }))?.role ?? null;

const countWaiting = async () =>
  (
    await pool.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    )
  ).rowCount;

const findRecipients = (caseId: string) => db.member.count({ where: { caseId, role: "owner" } });

describe("roles", () => {
  test("an admin manages everybody but owners, and makes none", async () => {
    const { caseId, ada, bob, cyd } = await aCaseWith({ ada: "owner", bob: "admin", cyd: "viewer" });

    await changeRole(caseId, cyd.id, "member", by(bob));
    expect(await roleOf(caseId, cyd)).toBe("member");
    await expect(changeRole(caseId, cyd.id, "owner", by(bob))).rejects.toThrow("that takes an owner");
    await expect(changeRole(caseId, bob.id, "owner", by(bob))).rejects.toThrow("that takes an owner");
    await expect(changeRole(caseId, ada.id, "viewer", by(bob))).rejects.toThrow("that takes an owner");
    await expect(removeMember(caseId, ada.id, by(bob))).rejects.toThrow("that takes an owner");
    await expect(transferOwnership(caseId, bob.id, by(bob))).rejects.toThrow("that takes an owner");
  });

  test("members and viewers manage nobody, themselves included, but may leave", async () => {
    const { caseId, bob, cyd } = await aCaseWith({ ada: "owner", bob: "member", cyd: "viewer" });

    await expect(changeRole(caseId, cyd.id, "member", by(bob))).rejects.toThrow("that takes an admin");
    await expect(changeRole(caseId, bob.id, "admin", by(bob))).rejects.toThrow("that takes an admin");
    await expect(removeMember(caseId, cyd.id, by(bob))).rejects.toThrow("that takes an admin");
    await expect(invite(caseId, { email: "x@example.com", role: "viewer" }, by(bob), now)).rejects.toThrow(
      "that takes an admin",
    );
    await removeMember(caseId, cyd.id, by(cyd));
    expect(await roleOf(caseId, cyd)).toBeNull();
  });

  test("an owner of another case decides about nobody here", async () => {
    const { caseId, cyd } = await aCaseWith({ ada: "owner", cyd: "viewer" });
    const { eve } = await aCaseWith({ eve: "owner" });

    await expect(changeRole(caseId, cyd.id, "owner", by(eve))).rejects.toThrow("No such member");
    await expect(removeMember(caseId, cyd.id, by(eve))).rejects.toThrow("No such member");
  });

  test("handing over makes another the owner and oneself an admin", async () => {
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
    expect(await findRecipients(caseId)).toBe(1);
  });

  test("is one of two who leave, step down, remove each other or go at the same time", async () => {
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
        expect(await findRecipients(caseId)).toBe(1);
      }
    }
  });

  test("is nobody whose account is going at the moment that the case is handed to them", async () => {
    const { caseId, ada, bob } = await aCaseWith({ ada: "owner", bob: "admin" });
    const { going } = await transaction(async (sql) => {
      await lockMembers(sql, caseId);
      const role = "CASE user_id WHEN $2 THEN 'owner'::role ELSE 'admin'::role END";
      await sql(`UPDATE members SET role = ${role} WHERE case_id = $1`, [caseId, bob.id]);
      const going = deleteAccount(bob, "").catch((thrown: Error) => thrown.message);
      await vi.waitFor(async () => expect(await countWaiting()).toBe(1));
      return { going };
    });

    expect(await going).toContain("you are its last owner");
    expect([await roleOf(caseId, ada), await roleOf(caseId, bob)]).toEqual(["admin", "owner"]);
  });

  test("cannot delete their account while others are in the case", async () => {
    const { ada } = await aCaseWith({ ada: "owner", bob: "admin" });

    await expect(deleteAccount(ada, "")).rejects.toThrow("Hand over or delete “Acme” first");
    expect(await db.user.findUnique({ where: { id: ada.id } })).not.toBeNull();
  });

  test("takes the cases along that nobody else is in, and was told which", async () => {
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

  test("of the installation keeps their account", async () => {
    const { ada } = await aCaseWith({ ada: "owner" });

    await expect(deleteAccount({ ...ada, operatorSince: now }, "")).rejects.toThrow(
      "You run this installation",
    );
  });
});

describe("an invitation", () => {
  const email = () => `${Math.random().toString(36).slice(2)}@example.com`;

  test("is taken once, by whoever reads the address", async () => {
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

  test("makes an account for a newcomer, of two who use it at once for one", async () => {
    const { caseId, ada } = await aCaseWith({ ada: "owner" });
    const address = email();
    await invite(caseId, { email: address, role: "viewer" }, by(ada), now);
    const token = await tokenMailedTo(address);

    const tries = await Promise.allSettled(
      [1, 2].map(() => joinByInvitation(token, "correct horse", "", now)),
    );

    expect(tries.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const bob = await db.user.findUniqueOrThrow({ where: { email: address } });
    expect(bob.emailVerifiedAt).toEqual(now);
    expect(await roleOf(caseId, bob)).toBe("viewer");
  });

  test("expires, can be withdrawn, and is replaced by the next one", async () => {
    const { caseId, ada } = await aCaseWith({ ada: "owner" });
    const address = email();
    await invite(caseId, { email: address, role: "viewer" }, by(ada), now);
    const first = await tokenMailedTo(address);
    expect(await findInvitation(first, later(6))).not.toBeNull();
    expect(await findInvitation(first, later(7))).toBeNull();

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

  test("is not for who is there already, and an admin's makes no owner", async () => {
    const { caseId, ada, bob } = await aCaseWith({ ada: "owner", bob: "admin" });

    await expect(invite(caseId, { email: bob.email, role: "viewer" }, by(ada), now)).rejects.toMatchObject({
      validations: [{ attribute: "email" }],
    });
    await expect(invite(caseId, { email: email(), role: "owner" }, by(bob), now)).rejects.toThrow(
      "that takes an owner",
    );
  });

  test("that makes an owner is only an owner's to withdraw or to replace", async () => {
    const { caseId, ada, bob } = await aCaseWith({ ada: "owner", bob: "admin" });
    const address = email();
    await invite(caseId, { email: address, role: "owner" }, by(ada), now);
    const [{ id = "" } = {}] = await listInvitations(caseId);

    await expect(withdrawInvitation(caseId, id, by(bob))).rejects.toThrow("that takes an owner");
    await expect(invite(caseId, { email: address, role: "viewer" }, by(bob), now)).rejects.toThrow(
      "that takes an owner",
    );
    expect(await listInvitations(caseId)).toMatchObject([{ id, role: "owner" }]);
    await withdrawInvitation(caseId, id, by(ada));
    expect(await listInvitations(caseId)).toEqual([]);
  });

  test("changes no role of who is a member by the time it is taken", async () => {
    const { caseId, ada } = await aCaseWith({ ada: "owner" });
    const address = email();
    await invite(caseId, { email: address, role: "owner" }, by(ada), now);
    const bob = await aMember({ caseId, email: address, role: "viewer" });

    await acceptInvitation(await tokenMailedTo(address), { ...bob }, "", now);

    expect(await roleOf(caseId, bob)).toBe("viewer");
    expect(await db.auditEvent.count({ where: { caseId, action: "member.joined" } })).toBe(0);
  });
});
