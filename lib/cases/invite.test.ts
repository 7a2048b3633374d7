import { expect, test, vi } from "vitest";

vi.stubEnv("SIGN_UP", "invited");
const { db } = await import("@/lib/platform/db");
const { sendSignUp, signUp } = await import("@/lib/accounts/sign-up");
const { joinByInvitation } = await import("./accept-invitation");
const { invite } = await import("./invite");
const { authenticate } = await import("@/lib/users/authenticate");
const { aCase, aMember } = await import("@/lib/testing/factories");
const { tokenMailedTo } = await import("@/lib/testing/emails");

test("with SIGN_UP=invited, signing up is refused and creates nothing", async () => {
  await expect(
    signUp({ email: "ada@example.com", password: "correct horse" }, "", new Date()),
  ).rejects.toMatchObject({
    message: "You need an invitation to join here. Ask the operator of this server for one.",
  });

  expect(await db.user.count()).toBe(0);
});

test("with SIGN_UP=invited, a sign-up link is refused, and an invited person can join", async () => {
  await expect(sendSignUp("ada@example.com", new Date())).rejects.toThrow("You need an invitation");

  const { id: caseId } = await aCase();
  const { id, email: name } = await aMember({ caseId });
  const by = { kind: "user", id, name, address: "" } as const;
  await invite(caseId, { email: "ada@example.com", role: "member" }, by, new Date());
  const token = await tokenMailedTo("ada@example.com");
  await joinByInvitation(token, "correct horse", "", new Date());

  expect(await authenticate({ email: "ada@example.com", password: "correct horse" })).not.toBeNull();
  expect(await db.case.count()).toBe(1);
});
