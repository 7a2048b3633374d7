import { afterEach, expect, test, vi } from "vitest";
import { joinByInvitation } from "@/lib/cases/accept-invitation";
import { signUp } from "@/lib/people/accounts/sign-up";
import { createUser } from "@/lib/people/users/create";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { MINUTE_MS } from "@/lib/rules/durations";
import { tokenMailedTo } from "@/testing/emails";
import { startTestSession } from "@/testing/sessions";
import { ADA, ada, deletePeopleAfterEachTest } from "@/testing/users";
import { createOperatorLink, findSignInLink, sendMagicLink, signInByLink } from "./magic-link";
import { changePassword, hasPassword, isPasswordOf, resetPassword } from "./password";
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
  const _session = await startTestSession(id);
  turnPasswordsOff();

  const attempts = await Promise.allSettled([
    signInWithPassword(ADA, SOURCE, now),
    resetPassword("any", "battery staple", "", now),
    changePassword(id, { current: ADA.password, password: "battery staple" }, ""),
    signUp({ email: "new@example.com", password: "battery staple", setUpCode: "" }, "", now),
    joinByInvitation("any", "battery staple", "", now),
  ]);
  const off = { reason: { message: "Passwords are off here. Use the button on the sign-in page." } };
  expect(attempts).toMatchObject(attempts.map(() => off));
  await expect(signInByLink(token, "", now)).rejects.toThrow("used or has expired");
});

test("where passwords are off, none counts", async () => {
  const { id } = await ada();
  turnPasswordsOff();

  expect(await hasPassword(id)).toBe(false);
  expect(await isPasswordOf(id, ADA.password)).toBe(false);
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

test("an operator’s link does not verify the address, because someone else may have got it", async () => {
  const { id } = await createUser(ADA);

  await signInByLink(tokenIn((await createOperatorLink(ADA.email, now)).url), "", now);

  expect(await db.user.findUnique({ where: { id } })).toMatchObject({ emailVerifiedAt: null });
});
