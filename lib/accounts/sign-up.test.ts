import { expect, test } from "vitest";
import { createCase, firstCaseName } from "@/lib/cases/create";
import { findCase, listCasesOf } from "@/lib/cases/find";
import { findMembership, listMembers } from "@/lib/cases/members";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { emailsTo, tokenMailedTo } from "@/lib/testing/emails";
import { ACTOR } from "@/lib/testing/factories";
import { authenticate } from "@/lib/users/authenticate";
import { findUserByEmail } from "@/lib/users/find";
import { finishSignUp, sendSignUp, signUp, verifiesEmailFirst } from "./sign-up";

const password = "correct horse";
const now = new Date();

/** Signs up a new user and returns the id of their first case. */
async function aSignedUpCase(email: string): Promise<string> {
  const caseId = await signUp({ email, password }, "", now);
  if (!caseId) throw new Error(`${email} already has an account.`);
  return caseId;
}

test("a new user owns a case", async () => {
  const caseId = await aSignedUpCase("ada.lovelace@example.com");
  const ada = await findUserByEmail("ada.lovelace@example.com");

  expect(await findCase(caseId)).toMatchObject({ name: "Ada’s case", plan: "unlimited", alertEmail: null });
  expect(await listCasesOf(ada?.id ?? "")).toEqual([{ id: caseId, name: "Ada’s case" }]);
  expect(await listMembers(caseId)).toMatchObject([{ email: "ada.lovelace@example.com", role: "owner" }]);
});

test("a person who is not a member has no membership, and neither has anyone in a case that does not exist", async () => {
  const caseId = await aSignedUpCase("bob@example.com");
  const cyd = await db.user.create({ data: { email: "cyd@example.com" } });

  expect(await findMembership(caseId, cyd.id)).toBeNull();
  expect(await findMembership(cyd.id, cyd.id)).toBeNull();
});

test("a case without an owner is not created", async () => {
  await expect(createCase("00000000-0000-7000-8000-000000000000", "Ownerless", ACTOR)).rejects.toThrow();

  expect(await db.case.findFirst({ where: { name: "Ownerless" } })).toBeNull();
});

test("signing up with a known address sends a sign-in link", async () => {
  await aSignedUpCase("fay@example.com");
  await db.email.deleteMany();

  await sendSignUp("fay@example.com", now);
  await sendSignUp("gus@example.com", now);

  expect(await emailsTo("fay@example.com")).toEqual(["magic_link"]);
  expect(await emailsTo("gus@example.com")).toEqual(["verification"]);
});

test("a user who signs up by a link has a verified address and a case", async () => {
  const email = "hal@example.com";
  await sendSignUp(email, now);
  const { caseId } = await finishSignUp(await tokenMailedTo(email), password, "", now);

  expect(await authenticate({ email, password })).toMatchObject({ emailVerifiedAt: now });
  expect(await db.member.count({ where: { caseId, role: "owner" } })).toBe(1);
});

test.each([
  ["ada@example.com", "Ada’s case"],
  ["ada+cron@example.com", "Ada’s case"],
  ["østen@example.com", "Østen’s case"],
  ["+1@example.com", "My case"],
])("the first case of %s is called %s", (email, name) => expect(firstCaseName(email)).toBe(name));

test("if e-mail can be sent, an address must be verified before sign-up, except for the first user", async () => {
  env.SMTP_URL = "smtp://mail.example:587";
  expect(await verifiesEmailFirst()).toBe(true);
  await expect(signUp({ email: "eve@example.com", password }, "", now)).rejects.toThrow("must be verified");

  await db.user.deleteMany();
  expect(await verifiesEmailFirst()).toBe(false);
  env.SMTP_URL = undefined;
  expect(await verifiesEmailFirst()).toBe(false);
});
