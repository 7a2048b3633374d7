"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { after } from "next/server";
import { afterSignOut } from "@/app/(account)/after-sign-out";
import { signInAgain, signOutHere } from "@/app/(account)/next-auth";
import { fields, readId, text } from "@/app/actions/inputs";
import { userAction } from "@/app/actions/user-action";
import { deleteAccount } from "@/lib/accounts/delete-account";
import { parse } from "@/lib/platform/parse";
import { invalid } from "@/lib/platform/refusal";
import { changeEmail, sendEmailChange } from "@/lib/users/change-email";
import { disconnect } from "@/lib/users/identities";
import { currentPassword, emailChange, passwordChange } from "@/lib/users/input";
import { changePassword, proveIdentity } from "@/lib/users/password";
import { preferences, savePreferences, saveTheme } from "@/lib/users/preferences";
import { countEmailRequest, countPasswordCheck } from "@/lib/users/rate-limits";
import { endSession, signOutEverywhere } from "@/lib/users/sessions";
import { sendVerification } from "@/lib/users/verify-email";

/** Refreshes the page, because every time on it may change. */
export const savePreferencesAction = userAction(
  "/account",
  [fields(preferences)],
  async ({ user }, chosen) => {
    await savePreferences(user.id, chosen);
    refresh();
  },
);

/** Refreshes the page, which is shown in the theme. */
export const chooseThemeAction = userAction(
  "/account",
  [fields(preferences.pick({ theme: true }))],
  async ({ user }, { theme }) => {
    await saveTheme(user.id, theme);
    refresh();
  },
);

export const requestVerificationAction = userAction("/account", [], async ({ user, by, now }) => {
  await countEmailRequest(user.email, by.address, now);
  await sendVerification(user, now);
});

export const requestEmailChangeAction = userAction(
  "/account",
  [fields(emailChange)],
  async ({ user, sessionId, by, now }, { email, current }) => {
    await countPasswordCheck(sessionId, now);
    await proveIdentity({ id: sessionId, userId: user.id }, current, now);
    await countEmailRequest(email, by.address, now);
    after(() => sendEmailChange(user, email, now));
  },
);

export const changeEmailAction = userAction(
  (token) => `/account/email/${token}`,
  [text],
  async ({ user, by, now }, token) => {
    await changeEmail(user, token, by.address, now);
    redirect("/account");
  },
);

/** Ends every other session of the user, because the old password may be known to others. */
export const changePasswordAction = userAction(
  "/account",
  [fields(passwordChange)],
  async ({ user, sessionId, by, now }, change) => {
    await countPasswordCheck(sessionId, now);
    await changePassword({ id: sessionId, userId: user.id }, change, by.address, now);
    await signInAgain(user.id);
  },
);

export const disconnectProviderAction = userAction("/account", [text], async ({ user, by }, provider) => {
  await disconnect(user.id, provider, by.address);
  refresh();
});

/** Signs one browser of the user out. For this browser it is the same as signing out. */
export const endSessionAction = userAction(
  "/account",
  [readId("session")],
  async ({ user, sessionId, by }, id) => {
    await endSession(user.id, id, "account.session_ended", by.address);
    if (id !== sessionId) return refresh();
    await signOutHere();
    redirect(await afterSignOut());
  },
);

export const signOutEverywhereAction = userAction("/account", [], async ({ user, by }) => {
  await signOutEverywhere(user.id, by.address);
  await signOutHere();
  redirect(await afterSignOut());
});

/** What is typed of the address shows that the person means it; the password, that it is them. */
export const deleteAccountAction = userAction("/account", [], async ({ user, sessionId, by, form, now }) => {
  if (String(form.get("email")).trim().toLowerCase() !== user.email) {
    throw invalid([{ attribute: "email", message: `must be ${user.email}` }]);
  }
  const { current } = parse(currentPassword, Object.fromEntries(form));
  await countPasswordCheck(sessionId, now);
  await proveIdentity({ id: sessionId, userId: user.id }, current, now);
  await deleteAccount(user, by.address, now);
  await signOutHere();
  redirect("/");
});
