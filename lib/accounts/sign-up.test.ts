import { expect, test } from "vitest";
import { createCase, firstCaseName } from "@/lib/cases/create";
import { findCase, listCasesOf } from "@/lib/cases/find";
import { findMembership, listMembers } from "@/lib/cases/members";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { ACTOR } from "@/lib/testing/factories";
import { findUserByEmail } from "@/lib/users/find";
import { signUp, verifiesEmailFirst } from "./sign-up";

const password = "correct horse";
const now = new Date();

/** The first case of a newcomer. */
async function signedUp(email: string): Promise<string> {
  const caseId = await signUp({ email, password }, "", now);
  if (!caseId) throw new Error(`${email} has an account.`);
  return caseId;
}

test("whoever signs up owns a case of their own", async () => {
  const caseId = await signedUp("ada.lovelace@example.com");
  const ada = await findUserByEmail("ada.lovelace@example.com");

  expect(await findCase(caseId)).toMatchObject({ name: "Ada’s case", plan: "unlimited", alertEmail: null });
  expect(await listCasesOf(ada?.id ?? "")).toEqual([{ id: caseId, name: "Ada’s case" }]);
  expect(await listMembers(caseId)).toMatchObject([{ email: "ada.lovelace@example.com", role: "owner" }]);
});

test("a stranger's place in a case is none, and so is anybody's in no case", async () => {
  const caseId = await signedUp("bob@example.com");
  const cyd = await db.user.create({ data: { email: "cyd@example.com" } });

  expect(await findMembership(caseId, cyd.id)).toBeNull();
  expect(await findMembership(cyd.id, cyd.id)).toBeNull();
});

test("a case without an owner is never made", async () => {
  await expect(createCase("00000000-0000-7000-8000-000000000000", "Nobody’s", ACTOR)).rejects.toThrow();

  expect(await db.case.findFirst({ where: { name: "Nobody’s" } })).toBeNull();
});

test.each([
  ["ada@example.com", "Ada’s case"],
  ["ada+cron@example.com", "Ada’s case"],
  ["østen@example.com", "Østen’s case"],
  ["+1@example.com", "My case"],
])("%s begins with %s", (email, name) => expect(firstCaseName(email)).toBe(name));

test("where mail reaches people, an account is made only for a proved address, but for the very first", async () => {
  env.SMTP_URL = "smtp://mail.example:587";
  expect(await verifiesEmailFirst()).toBe(true);
  await expect(signUp({ email: "eve@example.com", password }, "", now)).rejects.toThrow("proved first");

  await db.user.deleteMany();
  expect(await verifiesEmailFirst()).toBe(false);
  env.SMTP_URL = undefined;
  expect(await verifiesEmailFirst()).toBe(false);
});
