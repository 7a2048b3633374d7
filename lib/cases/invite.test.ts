import { expect, test, vi } from "vitest";

vi.stubEnv("SIGN_UP", "");
const { db } = await import("@/lib/platform/db");
const { sendSignUp, signUp } = await import("@/lib/accounts/sign-up");
const { joinByInvitation } = await import("./accept-invitation");
const { invite } = await import("./invite");
const { authenticate } = await import("@/lib/users/authenticate");
const { aCase, aMember } = await import("@/lib/testing/factories");
const { LOCAL_CLIENT } = await import("@/lib/testing/users");
const { tokenMailedTo } = await import("@/lib/testing/emails");

test("by default, signing up without an invitation is refused once there is an account, and creates nothing", async () => {
  await aMember({ caseId: (await aCase()).id });
  await expect(
    signUp({ email: "ada@example.com", password: "correct horse", setUpCode: "" }, LOCAL_CLIENT, new Date()),
  ).rejects.toMatchObject({
    message: "You need an invitation to join here. Ask the operator of this server for one.",
  });

  expect(await db.user.count()).toBe(1);
});

test("by default, a sign-up link is refused, and an invited person can join", async () => {
  await expect(sendSignUp("ada@example.com", new Date())).rejects.toThrow("You need an invitation");

  const { id: caseId } = await aCase();
  const { id, email: name } = await aMember({ caseId });
  const by = { kind: "user", id, name, address: "" } as const;
  await invite(caseId, { email: "ada@example.com", role: "member" }, by, new Date());
  const token = await tokenMailedTo("ada@example.com");
  await joinByInvitation(token, "correct horse", "", new Date());

  expect(await authenticate({ email: "ada@example.com", password: "correct horse" })).not.toBeNull();
  expect(await db.case.count()).toBe(2);
});
