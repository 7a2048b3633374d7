import { describe, expect, test } from "vitest";
import { createUser } from "@/lib/people/users/create";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/rules/durations";
import { tokenMailedTo } from "@/testing/emails";
import { aCase, aMember } from "@/testing/factories";
import { aCaseWith, by, findRole } from "@/testing/members";
import { acceptInvitation, findInvitation, joinByInvitation } from "./accept-invitation";
import { invite, listInvitations, withdrawInvitation } from "./invite";
import { removeMember } from "./members";

const now = new Date();
const daysLater = (days: number) => new Date(now.getTime() + days * DAY_MS);

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
    await removeMember(caseId, bob.id, { by: by(ada), now });
    await expect(acceptInvitation(token, bob, "", now)).rejects.toThrow("has been used");
    expect(await db.member.count({ where: { caseId } })).toBe(1);
  });

  test("creates one account for a new user, even if the link is used twice at the same time", async () => {
    const { caseId, ada } = await aCaseWith({ ada: "owner" });
    const address = email();
    await invite(caseId, { email: address, role: "viewer" }, by(ada), now);
    const token = await tokenMailedTo(address);

    await expect(joinByInvitation(token, "password123", "", now)).rejects.toMatchObject({
      validations: [{ attribute: "password", message: expect.stringContaining("guess") }],
    });

    const attempts = await Promise.allSettled(
      [1, 2].map(() => joinByInvitation(token, "correct horse", "", now)),
    );

    expect(attempts.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const bob = await db.user.findUniqueOrThrow({ where: { email: address } });
    expect(bob.emailVerifiedAt).toEqual(now);
    expect(await findRole(caseId, bob)).toBe("viewer");
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

    expect(await findRole(caseId, bob)).toBe("viewer");
    expect(await db.auditEvent.count({ where: { caseId, action: "member.joined" } })).toBe(0);
  });
});
