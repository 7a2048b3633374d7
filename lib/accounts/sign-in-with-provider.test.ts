import { expect, test, vi } from "vitest";
import { invite } from "@/lib/cases/invite";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { aCase, aMember } from "@/lib/testing/factories";
import { authenticate } from "@/lib/users/authenticate";
import { createUser } from "@/lib/users/create";
import { findSignedIn, sessionKeyOf } from "@/lib/users/sessions";
import { signInWithProvider } from "./sign-in-with-provider";

const now = new Date();
const unique = () => Math.random().toString(36).slice(2);
const github = (email: string | null, subject = unique()) => ({ provider: "github", subject, email });
const password = "correct horse";

test("a newcomer gets an account with a confirmed address, and a case", async () => {
  const who = github(`${unique()}@example.com`);

  const id = (await signInWithProvider(who, "", now)) ?? "";

  expect(await db.user.findUnique({ where: { id } })).toMatchObject({
    email: who.email,
    emailVerifiedAt: now,
    passwordHash: null,
  });
  expect(await db.member.count({ where: { userId: id, role: "owner" } })).toBe(1);
});

test("the same person is the same account, whatever address the provider names later", async () => {
  const who = github(`${unique()}@example.com`);
  const id = await signInWithProvider(who, "", now);

  expect(await signInWithProvider({ ...who, email: null }, "", now)).toBe(id);
  expect(await signInWithProvider({ ...who, email: `${unique()}@example.com` }, "", now)).toBe(id);
  expect(await signInWithProvider({ ...who, provider: "google", email: null }, "", now)).toBeNull();
});

test("an address that the provider has not proved opens no account, and makes none", async () => {
  const before = await db.user.count();

  expect(await signInWithProvider(github(null), "", now)).toBeNull();

  expect(await db.user.count()).toBe(before);
});

test("a proved address opens the account of that address", async () => {
  const { id } = await aMember({ caseId: (await aCase()).id, email: "known@example.com" });

  expect(await signInWithProvider(github("known@example.com"), "", now)).toBe(id);
});

test("whoever waits in an account that they never proved is out of it", async () => {
  const email = `${unique()}@example.com`;
  const { id } = await createUser({ email, password });
  const key = (await sessionKeyOf(id)) ?? "";

  expect(await signInWithProvider(github(email), "", now)).toBe(id);

  expect(await findSignedIn(id, key)).toBeNull();
  expect(await authenticate({ email, password })).toBeNull();
});

test("one who comes twice at once has one account", async () => {
  const who = github(`${unique()}@example.com`);

  const ids = await Promise.all([signInWithProvider(who, "", now), signInWithProvider(who, "", now)]);

  expect(ids[0]).toBe(ids[1]);
});

test("where people come by invitation, a stranger gets no account, and who is invited no case but that", async () => {
  vi.spyOn(env, "SIGN_UP", "get").mockReturnValue("invited");
  const { id: caseId } = await aCase();
  const ada = await aMember({ caseId });
  const email = `${unique()}@example.com`;

  expect(await signInWithProvider(github(email), "", now)).toBeNull();
  const by = { kind: "user", id: ada.id, name: ada.email, address: "" } as const;
  await invite(caseId, { email, role: "member" }, by, now);
  const id = (await signInWithProvider(github(email), "", now)) ?? "";

  expect(await db.member.count({ where: { userId: id } })).toBe(0);
  vi.restoreAllMocks();
});
