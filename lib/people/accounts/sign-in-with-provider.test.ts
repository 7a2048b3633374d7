import { beforeEach, expect, test, vi } from "vitest";
import { invite } from "@/lib/cases/invite";
import { authenticate } from "@/lib/people/users/authenticate";
import { createUser } from "@/lib/people/users/create";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { aCase, aMember } from "@/testing/factories";
import { aSession } from "@/testing/sessions";
import { readCode } from "@/testing/users";
import { signInWithProvider } from "./sign-in-with-provider";

const now = new Date();
/** Someone who signs in once there is an account. */
const STRANGER = { address: "203.0.113.7", setUpCode: "" };
beforeEach(() => {
  vi.spyOn(env, "SIGN_UP", "get").mockReturnValue("open");
  return () => vi.restoreAllMocks();
});
const unique = () => Math.random().toString(36).slice(2);
const github = (email: string | null, subject = unique()) => ({
  provider: "github",
  subject,
  email,
  groups: null,
});
const password = "correct horse";

test("without an account, everyone needs the set-up code to get the first one", async () => {
  const account = github(`${unique()}@example.com`);
  const applicant = (setUpCode: string) => ({ address: "127.0.0.1", setUpCode });
  const code = await readCode();

  await expect(signInWithProvider(account, applicant("wrong"), now)).rejects.toMatchObject({
    validations: [{ attribute: "setUpCode" }],
  });
  expect(await db.user.count()).toBe(0);

  const id = (await signInWithProvider(account, applicant(code), now)) ?? "";
  expect(await db.user.findUnique({ where: { id } })).toMatchObject({ operatorSince: expect.any(Date) });
  expect(await signInWithProvider(account, applicant(""), now)).toBe(id);
});

test("a new user gets an account with a verified address, and a case", async () => {
  const account = github(`${unique()}@example.com`);

  const id = (await signInWithProvider(account, STRANGER, now)) ?? "";

  expect(await db.user.findUnique({ where: { id } })).toMatchObject({
    email: account.email,
    emailVerifiedAt: now,
    passwordHash: null,
  });
  expect(await db.member.count({ where: { userId: id, role: "owner" } })).toBe(1);
});

test("the same provider account is the same user, even if its address changes later", async () => {
  const account = github(`${unique()}@example.com`);
  const id = await signInWithProvider(account, STRANGER, now);

  expect(await signInWithProvider({ ...account, email: null }, STRANGER, now)).toBe(id);
  expect(await signInWithProvider({ ...account, email: `${unique()}@example.com` }, STRANGER, now)).toBe(id);
  expect(await signInWithProvider({ ...account, provider: "google", email: null }, STRANGER, now)).toBeNull();
});

test("an address that the provider has not verified neither opens nor creates an account", async () => {
  const before = await db.user.count();

  expect(await signInWithProvider(github(null), STRANGER, now)).toBeNull();

  expect(await db.user.count()).toBe(before);
});

test("a verified address opens the account with that address", async () => {
  const { id } = await aMember({ caseId: (await aCase()).id, email: "known@example.com" });

  expect(await signInWithProvider(github("known@example.com"), STRANGER, now)).toBe(id);
});

test("signing in ends the sessions and the password of a person who never verified the address", async () => {
  const email = `${unique()}@example.com`;
  const { id } = await createUser({ email, password });
  const isSessionValid = await aSession(id);

  expect(await signInWithProvider(github(email), STRANGER, now)).toBe(id);

  expect(await isSessionValid()).toBe(false);
  expect(await authenticate({ email, password })).toBeNull();
});

test("two sign-ins at the same time create one account", async () => {
  const account = github(`${unique()}@example.com`);

  const ids = await Promise.all([
    signInWithProvider(account, STRANGER, now),
    signInWithProvider(account, STRANGER, now),
  ]);

  expect(ids[0]).toBe(ids[1]);
});

test("with SIGN_UP=invited, a person without an invitation gets no account, and an invited one no case of their own", async () => {
  vi.spyOn(env, "SIGN_UP", "get").mockReturnValue("invited");
  const { id: caseId } = await aCase();
  const ada = await aMember({ caseId });
  const email = `${unique()}@example.com`;

  expect(await signInWithProvider(github(email), STRANGER, now)).toBeNull();
  const by = { kind: "user", id: ada.id, name: ada.email, address: "" } as const;
  await invite(caseId, { email, role: "member" }, by, now);
  const id = (await signInWithProvider(github(email), STRANGER, now)) ?? "";

  expect(await db.member.count({ where: { userId: id } })).toBe(0);
});
