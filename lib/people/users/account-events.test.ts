import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { db } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { tokenMailedTo } from "@/testing/emails";
import { aCase } from "@/testing/factories";
import { startTestSession } from "@/testing/sessions";
import { ADA, ada, deletePeopleAfterEachTest } from "@/testing/users";
import { recordFailedSignIn } from "./account-events";
import { changeEmail, sendEmailChange } from "./change-email";
import { disconnect } from "./identities";
import { sendMagicLink, signInByLink } from "./magic-link";
import { changePassword, resetPassword, sendPasswordReset } from "./password";
import { endSession, signOutEverywhere, startSession } from "./sessions";

deletePeopleAfterEachTest();

const ADDRESS = "203.0.113.7";
const now = new Date();

/** What is logged in a test, as one text. */
let logged: () => string;
beforeEach(() => {
  const [info, warn] = [vi.spyOn(log, "info"), vi.spyOn(log, "warn")];
  logged = () => JSON.stringify([info.mock.calls, warn.mock.calls]);
});
afterEach(() => vi.restoreAllMocks());

async function adaInACase() {
  const person = await ada();
  const { id: caseId } = await aCase();
  await db.member.create({ data: { caseId, userId: person.id, role: "owner" } });
  return { person, caseId };
}

const listActions = async (caseId: string) => {
  const events = await db.auditEvent.findMany({ where: { caseId }, orderBy: { id: "asc" } });
  return events.map(({ actorName, action, address }) => [actorName, action, address]);
};

test("what happens to an account is in the audit log of each of its cases, and in the log, without a secret", async () => {
  const { person, caseId } = await adaInACase();
  const other = await aCase();
  await db.member.create({ data: { caseId: other.id, userId: person.id, role: "viewer" } });
  const start = () =>
    startSession(person.id, { method: "password", userAgent: "Firefox", address: ADDRESS }, now);

  const session = await start();
  if (!session) throw new Error("no session");
  await endSession(person.id, session.id, "account.signed_out", ADDRESS);
  await endSession(person.id, session.id, "account.signed_out", ADDRESS);
  await startTestSession(person.id);
  await changePassword(person.id, { current: ADA.password, password: "battery staple" }, ADDRESS);
  await db.identity.create({ data: { provider: "github", subject: "1", userId: person.id } });
  await disconnect(person.id, "github", ADDRESS);
  await sendPasswordReset(ADA.email, now);
  const reset = await tokenMailedTo(ADA.email);
  await resetPassword(reset, "another horse", ADDRESS, now);
  await signOutEverywhere(person.id, ADDRESS);
  await sendEmailChange(person, "new@example.com", now);
  await changeEmail(person, await tokenMailedTo("new@example.com"), ADDRESS, now);

  expect(await listActions(caseId)).toEqual([
    [ADA.email, "account.signed_in", ADDRESS],
    [ADA.email, "account.signed_out", ADDRESS],
    [ADA.email, "account.signed_in", ""],
    [ADA.email, "account.password_changed", ADDRESS],
    [ADA.email, "account.provider_disconnected", ADDRESS],
    [ADA.email, "account.password_reset", ADDRESS],
    [ADA.email, "account.sessions_ended", ADDRESS],
    ["new@example.com", "account.email_changed", ADDRESS],
  ]);
  expect(await listActions(other.id)).toEqual(await listActions(caseId));
  expect(logged()).toContain("account.password_reset");
  for (const secret of [ADA.password, "battery staple", "another horse", reset, session.key])
    expect(logged()).not.toContain(secret);
});

test("a incorrect password is logged and recorded with the address that it came from", async () => {
  const { person, caseId } = await adaInACase();

  await recordFailedSignIn(ADA.email, ADDRESS);

  expect(await listActions(caseId)).toEqual([["Someone", "account.sign_in_failed", ADDRESS]]);
  expect(logged()).toContain(JSON.stringify([{ userId: person.id, address: ADDRESS }, "sign-in failed"]));
});

test("an attempt with an address that has no account is logged without what was typed, which may be a password", async () => {
  await recordFailedSignIn("correct horse battery", ADDRESS);

  expect(logged()).toContain(JSON.stringify([{ userId: null, address: ADDRESS }, "sign-in failed"]));
  expect(logged()).not.toContain("correct horse battery");
  expect(await db.auditEvent.count({ where: { action: "account.sign_in_failed" } })).toBe(0);
});

test("the first mailed link of an unconfirmed account says that it removed the password, once, and only if there was one", async () => {
  const { caseId } = await adaInACase();
  const removals = () =>
    db.email.findMany({ where: { kind: "password_removed" }, select: { address: true } });
  const signIn = async () => {
    await sendMagicLink(ADA.email, now);
    await signInByLink(await tokenMailedTo(ADA.email), ADDRESS, now);
  };

  await signIn();
  expect(await removals()).toEqual([{ address: ADA.email }]);
  expect(await listActions(caseId)).toEqual([[ADA.email, "account.password_removed", ADDRESS]]);
  await signIn();
  expect(await removals()).toHaveLength(1);

  await db.user.create({ data: { email: "bob@example.com" } });
  await sendMagicLink("bob@example.com", now);
  await signInByLink(await tokenMailedTo("bob@example.com"), ADDRESS, now);
  expect(await removals()).toHaveLength(1);
});
