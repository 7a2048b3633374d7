"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { after } from "next/server";
import { askAgain, CONFIRMED } from "@/app/actions/confirmation";
import { fields, readId, text } from "@/app/actions/inputs";
import { userAction } from "@/app/actions/user-action";
import { beginSession } from "@/app/sign-in/begin-session";
import { signOut } from "@/app/sign-in/sign-out";
import { deleteAccount } from "@/lib/people/accounts/delete-account";
import { changeEmail, sendEmailChange } from "@/lib/people/users/change-email";
import { disconnect } from "@/lib/people/users/identities";
import { emailRequest, passwordChange } from "@/lib/people/users/input";
import { changePassword, hasPassword } from "@/lib/people/users/password";
import { preferences, savePreferences, saveTheme } from "@/lib/people/users/preferences";
import { countEmailRequest, countPasswordCheck } from "@/lib/people/users/rate-limits";
import { endSession, signOutEverywhere } from "@/lib/people/users/sessions";
import { sendVerification } from "@/lib/people/users/verify-email";
import { invalidAttribute } from "@/lib/platform/refusal";

/** Refreshes the page, because every time on it may change. */
export const savePreferencesAction = userAction(
  "/account",
  [fields(preferences)],
  async ({ user }, preferences) => {
    await savePreferences(user.id, preferences);
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
  [fields(emailRequest)],
  async ({ user, by, now }, { email }) => {
    await countEmailRequest(email, by.address, now);
    after(() => sendEmailChange(user, email, now));
  },
  CONFIRMED,
);

export const changeEmailAction = userAction(
  (token) => `/account/email/${token}`,
  [text],
  async ({ user, by, now }, token) => {
    await changeEmail(user, token, by.address, now);
    redirect("/account");
  },
);

/** Ends every other session of the user, because the old password may be known to others. It shows who they are, if there is one. */
export const changePasswordAction = userAction(
  "/account",
  [fields(passwordChange)],
  async (context, change) => {
    const { user, sessionId, by, now } = context;
    if (!(await hasPassword(user.id))) await askAgain(context);
    await countPasswordCheck(sessionId, now);
    await changePassword(user.id, change, by.address);
    // Changing the password also ended this browser's session.
    const proof = { userId: user.id, method: "password", secondFactor: "the session before" };
    await beginSession(proof, "/account");
  },
);

export const disconnectProviderAction = userAction(
  "/account",
  [text],
  async ({ user, by }, provider) => {
    await disconnect(user.id, provider, by.address);
    refresh();
  },
  CONFIRMED,
);

/** Signs one browser of the user out. For this browser it is the same as signing out. */
export const endSessionAction = userAction(
  "/account",
  [readId("session")],
  async ({ user, sessionId, by }, id) => {
    await endSession(user.id, id, "account.session_ended", by.address);
    if (id !== sessionId) return refresh();
    redirect(await signOut());
  },
);

export const signOutEverywhereAction = userAction("/account", [], async ({ user, by }) => {
  await signOutEverywhere(user.id, by.address);
  redirect(await signOut());
});

/** Typing the address shows that the person means it. */
export const deleteAccountAction = userAction(
  "/account",
  [],
  async ({ user, by, form, now }) => {
    if (String(form.get("email")).trim().toLowerCase() !== user.email) {
      throw invalidAttribute("email", `must be ${user.email}`);
    }
    await deleteAccount(user, by.address, now);
    await signOut();
    redirect("/");
  },
  CONFIRMED,
);
