import { afterEach, expect, test, vi } from "vitest";
import { signUp } from "@/lib/accounts/sign-up";
import { joinByInvitation } from "@/lib/cases/accept-invitation";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { MINUTE_MS } from "@/lib/rules/durations";
import { tokenMailedTo } from "@/lib/testing/emails";
import { startTestSession } from "@/lib/testing/sessions";
import { ADA, ada, deletePeopleAfterEachTest } from "@/lib/testing/users";
import { createUser } from "@/lib/users/create";
import { createOperatorLink, findSignInLink, sendMagicLink, signInByLink } from "./magic-link";
import { changePassword, hasPassword, proveIdentity, resetPassword } from "./password";
import { signInWithPassword } from "./sign-in";

const now = new Date();
const SOURCE = { address: "203.0.113.7", browser: null };
const turnPasswordsOff = () => vi.spyOn(env, "SIGN_IN", "get").mockReturnValue("oidc");

deletePeopleAfterEachTest();
afterEach(() => {
  vi.restoreAllMocks();
});

const tokenIn = (url: string) => url.split("/").at(-1) ?? "";

test("where passwords are off, none is taken, made or changed, and no mailed link signs in", async () => {
  const { id } = await ada();
  await sendMagicLink(ADA.email, now);
  const token = await tokenMailedTo(ADA.email);
  const session = await startTestSession(id);
  turnPasswordsOff();

  const attempts = await Promise.allSettled([
    signInWithPassword(ADA, SOURCE, now),
    resetPassword("any", "battery staple", "", now),
    changePassword(session, { current: ADA.password, password: "battery staple" }, "", now),
    signUp({ email: "new@example.com", password: "battery staple", setUpCode: "" }, "", now),
    joinByInvitation("any", "battery staple", "", now),
  ]);
  const off = { reason: { message: "Passwords are off here. Use the button on the sign-in page." } };
  expect(attempts).toMatchObject(attempts.map(() => off));
  await expect(signInByLink(token, "", now)).rejects.toThrow("used or has expired");
});

test("where passwords are off, a person who has one proves who they are as everybody else does", async () => {
  const { id } = await ada();
  const session = await startTestSession(id);
  turnPasswordsOff();

  expect(await hasPassword(id)).toBe(false);
  await proveIdentity(session, "", now);
  const later = new Date(Date.now() + 16 * MINUTE_MS);
  await expect(proveIdentity(session, ADA.password, later)).rejects.toThrow("You have no password");
});

test("an operator’s link signs in once, within ten minutes, also where passwords are off", async () => {
  const { id } = await ada();
  turnPasswordsOff();
  const token = tokenIn((await createOperatorLink(ADA.email, now)).url);

  expect(await findSignInLink(token, new Date(now.getTime() + 9 * MINUTE_MS))).toMatchObject({
    email: ADA.email,
  });
  expect(await findSignInLink(token, new Date(now.getTime() + 10 * MINUTE_MS))).toBeNull();
  expect(await signInByLink(token, "", now)).toEqual({ id, method: "operator’s link" });
  await expect(signInByLink(token, "", now)).rejects.toThrow("used or has expired");
});

test("an operator’s link does not verify the address, because somebody else may have got it", async () => {
  const { id } = await createUser(ADA);

  await signInByLink(tokenIn((await createOperatorLink(ADA.email, now)).url), "", now);

  expect(await db.user.findUnique({ where: { id } })).toMatchObject({ emailVerifiedAt: null });
});
