import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { deleteExpired } from "@/lib/people/users/delete-expired";
import { endSessions, findSignedIn, startSession } from "@/lib/people/users/sessions";
import { db, query, transaction } from "@/lib/platform/db";
import { MINUTE_MS, SECOND_MS } from "@/lib/rules/durations";
import { anApp, codeAt } from "@/testing/authenticator-app";
import { emailsTo } from "@/testing/emails";
import { aCase } from "@/testing/factories";
import { aSession, startTestSession } from "@/testing/sessions";
import { ADA, ada, deletePeopleAfterEachTest } from "@/testing/users";
import { findSetUp, finishSetUp, removeApp, startSetUp, takeAppCode } from "./authenticator-app";
import { confirmByCode, confirmByPassword, isConfirmed, listProofs } from "./confirm";
import { listFactors } from "./find";
import { findPendingSignIn, startIfSecondFactorNeeded, takePendingSignIn } from "./pending-sign-in";
import { renewCodes, takeRecoveryCode } from "./recovery-codes";
import { resetFactors } from "./reset";
import { takeCode } from "./take-code";

deletePeopleAfterEachTest();

const tuesday = new Date("2026-03-10T12:00Z");
const later = (ms: number) => new Date(tuesday.getTime() + ms);
const STEP_MS = 30 * SECOND_MS;
const HOME = { address: "203.0.113.7", browser: null };

const adaWithApp = async () => anApp((await ada()).id, tuesday);

test("a code is accepted in its own half-minute and those next to it, and only once", async () => {
  const { user, secret } = await adaWithApp();
  const next = codeAt(secret, later(2 * STEP_MS));
  const takeAt = (ms: number) => takeAppCode(query, user.id, next, later(ms));

  expect([await takeAt(0), await takeAt(4 * STEP_MS)]).toEqual([false, false]);
  expect([await takeAt(STEP_MS), await takeAt(STEP_MS), await takeAt(2 * STEP_MS)]).toEqual([
    true,
    false,
    false,
  ]);
  const afterwards = codeAt(secret, later(3 * STEP_MS));
  expect(await takeAppCode(query, user.id, afterwards, later(4 * STEP_MS))).toBe(true);
});

test("a code that is sent twice at the same time signs in once", async () => {
  const { user, secret } = await adaWithApp();
  const code = codeAt(secret, later(STEP_MS));

  const taken = await Promise.all([1, 2, 3, 4].map(() => takeAppCode(query, user.id, code, later(STEP_MS))));

  expect(taken.filter(Boolean)).toHaveLength(1);
});

test("the code with which the app was set up does not sign in", async () => {
  const { user, secret } = await adaWithApp();
  expect(await takeAppCode(query, user.id, codeAt(secret, tuesday), tuesday)).toBe(false);
});

test("codes of oathtool are accepted", async ({ skip }) => {
  const { user, secret } = await adaWithApp();
  const at = later(5 * STEP_MS);
  let code: string;
  try {
    code = execFileSync("oathtool", [
      "--totp",
      "--base32",
      `--now=@${at.getTime() / 1000}`,
      secret,
    ]).toString();
  } catch {
    return skip("oathtool is not installed");
  }
  expect(await takeAppCode(query, user.id, code.trim(), at)).toBe(true);
});

test("an app counts only after its first code, its secret is encrypted, and one that is never finished is deleted", async () => {
  const user = await ada();
  await startSetUp(user.id, tuesday);
  const setUp = await findSetUp(user);
  const stored = await db.authenticatorApp.findUniqueOrThrow({ where: { userId: user.id } });
  expect(stored.secret).toMatch(/^encrypted:/);
  expect(setUp?.uri).toContain(`issuer=Tattle&secret=${setUp?.secret}`);
  const code = codeAt(setUp?.secret ?? "", tuesday);
  expect(await takeAppCode(query, user.id, code, tuesday)).toBe(false);
  expect(await startIfSecondFactorNeeded(user.id, "password", tuesday)).toBeNull();
  const change = { sessionId: user.id, address: "", now: tuesday };
  await expect(finishSetUp(user, "000000", change)).rejects.toMatchObject({
    validations: [{ attribute: "code", message: expect.stringContaining("clock") }],
  });

  await deleteExpired(later(24 * 60 * MINUTE_MS));

  expect(await findSetUp(user)).toBeNull();
});

test("a second app is refused while there is one", async () => {
  const { user } = await adaWithApp();
  await expect(startSetUp(user.id, tuesday)).rejects.toThrow("Remove it first");
});

test("with a second factor, the first one starts no session; with both there is one, once", async () => {
  const { user } = await adaWithApp();
  const browser = { method: "password", userAgent: "", address: "" };
  expect(await startSession(user.id, browser, tuesday)).toBeNull();
  const token = (await startIfSecondFactorNeeded(user.id, "password", tuesday)) ?? "";
  const pending = await findPendingSignIn(token, tuesday);
  expect(pending).toMatchObject({ method: "password", user });
  expect(await findPendingSignIn(token, later(10 * MINUTE_MS))).toBeNull();

  const takes = await Promise.all([1, 2].map(() => takePendingSignIn(pending?.id ?? "")));
  expect(takes.toSorted()).toEqual([false, true]);
  expect(await findPendingSignIn(token, tuesday)).toBeNull();
  const both = { ...browser, secondFactor: "authenticator app" };
  expect(await startSession(user.id, both, tuesday)).not.toBeNull();
});

test("a sign-in that waits for its second factor is void when sessions are ended, or a factor is added or removed", async () => {
  const { user } = await adaWithApp();
  const wait = async () => (await startIfSecondFactorNeeded(user.id, "password", tuesday)) ?? "";
  const first = await wait();
  await transaction((sql) => endSessions(sql, user.id));
  expect(await findPendingSignIn(first, tuesday)).toBeNull();

  const second = await wait();
  await removeApp(user, { sessionId: user.id, address: "", now: tuesday });
  expect(await findPendingSignIn(second, tuesday)).toBeNull();
});

test("the first factor ends all sessions but the one that added it, brings ten recovery codes, and the last one takes them away", async () => {
  const { id } = await ada();
  const [here, elsewhere] = [await startTestSession(id), await aSession(id)];
  const { user, codes } = await anApp(id, tuesday, here.id);

  expect(await findSignedIn(here, new Date())).toMatchObject({ secondFactorSince: tuesday });
  expect(await elsewhere()).toBe(false);
  expect(new Set(codes).size).toBe(10);
  expect(codes[0]).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
  expect(await listFactors(id)).toMatchObject({ appSince: tuesday, recoveryCodes: 10 });

  await removeApp(user, { sessionId: here.id, address: "", now: tuesday });

  expect(await listFactors(id)).toMatchObject({ appSince: null, recoveryCodes: 0 });
  expect(await findSignedIn(here, new Date())).toMatchObject({ secondFactorSince: null });
  expect(await emailsTo(ADA.email)).toEqual(["second_factor_changed", "second_factor_changed"]);
});

test("a recovery code works once, however it is typed, is stored only as a hash, and an email says that it was used", async () => {
  const { user, codes } = await adaWithApp();
  const [first = "", second = ""] = codes;
  const stored = await db.recoveryCode.findMany({ where: { userId: user.id } });
  expect(stored.every(({ hash }) => hash.startsWith("$argon2id$"))).toBe(true);
  const use = (code: string) => takeRecoveryCode(user, code, HOME.address, tuesday);

  expect(await use(`  ${first.toUpperCase().replaceAll("-", " ")}`)).toBe(true);
  expect(await use(first)).toBe(false);
  expect((await Promise.all([use(second), use(second)])).filter(Boolean)).toHaveLength(1);
  expect(await use("aaaa-aaaa-aaaa-aaaa")).toBe(false);
  const mails = await db.email.findMany({ where: { address: ADA.email }, orderBy: { id: "asc" } });
  expect(mails.slice(1).map(({ facts }) => facts)).toMatchObject([
    { change: "code_used", left: 9 },
    { change: "code_used", left: 8 },
  ]);

  const renewed = await renewCodes(user, { sessionId: user.id, address: "", now: tuesday });
  expect([await use(codes[2] ?? ""), await use(renewed[0] ?? "")]).toEqual([false, true]);
});

test("codes are guessed ten times from a network, and fifty times a day in all; recovery codes work on, and so does a browser that is known", async () => {
  const { user, secret, codes } = await adaWithApp();
  const guess = (host: number) =>
    takeCode(user, "000000", { address: `10.0.${host}.1`, browser: null }, tuesday);
  for (let i = 0; i < 10; i++) await guess(1);
  await expect(guess(1)).rejects.toThrow("Too many attempts");
  for (let i = 0; i < 40; i++) await guess(2 + Math.floor(i / 10));
  await expect(guess(9)).rejects.toThrow("Too many attempts");
  const code = codeAt(secret, later(STEP_MS));
  await expect(takeCode(user, code, HOME, later(STEP_MS))).rejects.toThrow("Too many attempts");

  expect(await takeCode(user, codes[0] ?? "", HOME, later(STEP_MS))).toBe("recovery code");
  const known = { ...HOME, browser: crypto.randomUUID() };
  expect(await takeCode(user, code, known, later(STEP_MS))).toBe("authenticator app");
});

test("a session is confirmed for fifteen minutes from signing in, and again by the password or a code", async () => {
  const { id } = await ada();
  const { secret } = await anApp(id, tuesday);
  const session = await startSession(
    id,
    { method: "password", secondFactor: "authenticator app", userAgent: "", address: "" },
    tuesday,
  );
  if (!session) throw new Error("no session");
  const confirmedAt = async (ms: number) => {
    const user = await findSignedIn(session, later(ms));
    return user && isConfirmed(user, later(ms));
  };
  const attempt = (ms: number) => ({ userId: id, sessionId: session.id, source: HOME, now: later(ms) });
  expect([await confirmedAt(15 * MINUTE_MS - 1), await confirmedAt(15 * MINUTE_MS)]).toEqual([true, false]);
  expect(await listProofs(id, session.id, tuesday)).toEqual({
    password: true,
    code: true,
    passkey: null,
    issuer: null,
  });

  expect(await confirmByPassword("a guess", attempt(16 * MINUTE_MS))).toBe(false);
  expect(await confirmedAt(16 * MINUTE_MS)).toBe(false);
  expect(await confirmByPassword(ADA.password, attempt(16 * MINUTE_MS))).toBe(true);
  expect([await confirmedAt(31 * MINUTE_MS - 1), await confirmedAt(31 * MINUTE_MS)]).toEqual([true, false]);

  const code = codeAt(secret, later(40 * MINUTE_MS));
  expect(await confirmByCode(code, attempt(40 * MINUTE_MS))).toBe(true);
  expect(await confirmByCode(code, attempt(40 * MINUTE_MS))).toBe(false);
});

test("the operator removes all factors of an account: it signs in as before, its sessions end, an email says so, and the cases record it", async () => {
  const { user } = await adaWithApp();
  const { id: caseId } = await aCase();
  await db.member.create({ data: { caseId, userId: user.id, role: "owner" } });

  expect(await resetFactors(ADA.email, tuesday)).toBe(1);

  expect(await startIfSecondFactorNeeded(user.id, "password", tuesday)).toBeNull();
  expect(await listFactors(user.id)).toMatchObject({ appSince: null, recoveryCodes: 0 });
  expect(await db.auditEvent.findMany({ where: { caseId } })).toMatchObject([
    { action: "account.second_factors_reset", actorKind: "operator" },
  ]);
  expect(await resetFactors(ADA.email, tuesday)).toBe(0);
  await expect(resetFactors("nobody@example.com", tuesday)).rejects.toThrow("No such account");
});
