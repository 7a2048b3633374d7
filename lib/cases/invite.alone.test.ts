import { expect, test } from "vitest";
import { sendSignUp, signUp } from "@/lib/people/accounts/sign-up";
import { authenticate } from "@/lib/people/users/authenticate";
import { db } from "@/lib/platform/db";
import { tokenMailedTo } from "@/testing/emails";
import { aCase, aMember } from "@/testing/factories";
import { joinByInvitation } from "./accept-invitation";
import { invite } from "./invite";

test("by default, signing up without an invitation is refused once there is an account, and creates nothing", async () => {
  await aMember({ caseId: (await aCase()).id });
  await expect(
    signUp({ email: "ada@example.com", password: "correct horse", setUpCode: "" }, "", new Date()),
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
