"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { after } from "next/server";
import { signInWith, signOutHere } from "@/app/(account)/next-auth";
import { fields, readId, text } from "@/app/actions/inputs";
import { userAction } from "@/app/actions/user-action";
import { rememberBrowser } from "@/app/auth/known-browser";
import { deleteAccount } from "@/lib/accounts/delete-account";
import { transaction } from "@/lib/platform/db";
import { invalid } from "@/lib/platform/refusal";
import { changeEmail, sendEmailChange } from "@/lib/users/change-email";
import { disconnect } from "@/lib/users/identities";
import { emailChange, passwordChange } from "@/lib/users/input";
import { changePassword, checkPassword } from "@/lib/users/password";
import { preferences, savePreferences } from "@/lib/users/preferences";
import { countEmailRequest, countPasswordCheck } from "@/lib/users/rate-limits";
import { endSession, endSessions } from "@/lib/users/sessions";
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

export const requestVerificationAction = userAction("/account", [], async ({ user, by, now }) => {
  await countEmailRequest(user.email, by.address, now);
  await sendVerification(user, now);
});

export const requestEmailChangeAction = userAction(
  "/account",
  [fields(emailChange)],
  async ({ user, sessionId, by, now }, { email, current }) => {
    await countPasswordCheck(sessionId, now);
    await checkPassword(user.id, current);
    await countEmailRequest(email, by.address, now);
    after(() => sendEmailChange(user, email, now));
  },
);

export const changeEmailAction = userAction(
  (token) => `/account/email/${token}`,
  [text],
  async ({ user, now }, token) => {
    await changeEmail(user, token, now);
    redirect("/account");
  },
);

/** Ends every other session of the user, because the old password may be known to others. */
export const changePasswordAction = userAction(
  "/account",
  [fields(passwordChange)],
  async ({ user, sessionId, now }, change) => {
    await countPasswordCheck(sessionId, now);
    await changePassword(user.id, change);
    await rememberBrowser(user.email);
    await signInWith({ email: user.email, password: change.password });
  },
);

export const disconnectProviderAction = userAction("/account", [text], async ({ user }, provider) => {
  await disconnect(user.id, provider);
  refresh();
});

/** Signs one browser of the user out. For this browser it is the same as signing out. */
export const endSessionAction = userAction(
  "/account",
  [readId("session")],
  async ({ user, sessionId }, id) => {
    await endSession(user.id, id);
    if (id !== sessionId) return refresh();
    await signOutHere();
    redirect("/sign-in");
  },
);

export const signOutEverywhereAction = userAction("/account", [], async ({ user }) => {
  await transaction((sql) => endSessions(sql, user.id));
  await signOutHere();
  redirect("/sign-in");
});

export const deleteAccountAction = userAction("/account", [], async ({ user, by, form, now }) => {
  if (String(form.get("email")).trim().toLowerCase() !== user.email) {
    throw invalid([{ attribute: "email", message: `must be ${user.email}` }]);
  }
  await deleteAccount(user, by.address, now);
  await signOutHere();
  redirect("/");
});
