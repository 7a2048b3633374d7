"use server";

import { notFound, redirect } from "next/navigation";
import { after } from "next/server";
import { CONFIRMED } from "@/app/actions/confirmation";
import { fields, text } from "@/app/actions/inputs";
import { publicAction } from "@/app/actions/public-action";
import { userAction } from "@/app/actions/user-action";
import { beginSession, currentPendingSignIn, finishSignIn } from "@/app/sign-in/begin-session";
import { knownBrowser, rememberBrowser } from "@/app/sign-in/known-browser";
import { logRefusal, signInByPassword } from "@/app/sign-in/password";
import { storeSetUpCode } from "@/app/sign-in/provider";
import { providerUrl } from "@/app/sign-in/provider-url";
import { providers } from "@/app/sign-in/providers";
import { safeRedirect } from "@/app/sign-in/safe-redirect";
import { signOut } from "@/app/sign-in/sign-out";
import { acceptInvitation, joinByInvitation } from "@/lib/cases/accept-invitation";
import { refuseWithoutSetUpCode } from "@/lib/people/accounts/first-account";
import { findSignUpMethod, finishSignUp, sendSignUp, signUp } from "@/lib/people/accounts/sign-up";
import { signInOptions } from "@/lib/people/second-factors/passkey-options";
import { passkeyResponse, verifyPasskey } from "@/lib/people/second-factors/passkeys";
import { takeCode } from "@/lib/people/second-factors/take-code";
import { recordWrongCode } from "@/lib/people/users/account-events";
import {
  credentials,
  emailRequest,
  firstAccountCode,
  newAccount,
  newPassword,
  secondStep,
} from "@/lib/people/users/input";
import { sendMagicLink, signInByLink } from "@/lib/people/users/magic-link";
import { resetPassword, sendPasswordReset } from "@/lib/people/users/password";
import { refuseIfPasswordsOff } from "@/lib/people/users/passwords-off";
import {
  countEmailRequest,
  countPasskey,
  countSignInLinkRequest,
  countSignUpAttempt,
} from "@/lib/people/users/rate-limits";
import { verifyEmail } from "@/lib/people/users/verify-email";
import { invalidAttribute, parse, Refusal } from "@/lib/platform/refusal";

export const signInAction = publicAction([fields(credentials)], async ({ form }, emailAndPassword) => {
  redirect(await signInByPassword(emailAndPassword, safeRedirect(form.get("to"))));
});

export async function signInWithProviderAction(form: FormData): Promise<void> {
  if (!(form instanceof FormData)) notFound();
  const provider = providers.find(({ id }) => id === form.get("provider"));
  if (!provider) notFound();
  redirect(await providerUrl(provider.id, safeRedirect(form.get("to"))));
}

export async function signOutAction(): Promise<void> {
  redirect(await signOut());
}

// The next two respond before the email is sent, so that neither the response nor its time shows whether the address
// has an account.

export const requestMagicLinkAction = publicAction(
  [fields(emailRequest)],
  async ({ address, now }, { email }) => {
    refuseIfPasswordsOff();
    await countSignInLinkRequest(email, { address, browser: await knownBrowser(email) }, now);
    after(() => sendMagicLink(email, now));
  },
);

export const requestPasswordResetAction = publicAction(
  [fields(emailRequest)],
  async ({ address, now }, { email }) => {
    refuseIfPasswordsOff();
    await countSignInLinkRequest(email, { address, browser: await knownBrowser(email) }, now);
    after(() => sendPasswordReset(email, now));
  },
);

export const signInByLinkAction = publicAction([text], async ({ address, now }, token) => {
  const { id: userId, method } = await logRefusal(address, () => signInByLink(token, address, now));
  redirect(await beginSession({ userId, method }, "/"));
});

/** What a browser needs to sign in with a passkey, when those of the page may be too old. */
export async function passkeyOptionsAction() {
  return signInOptions(new Date());
}

export const signInWithPasskeyAction = publicAction(
  [fields(passkeyResponse)],
  async ({ address, form, now }, { passkey }) => {
    refuseIfPasswordsOff();
    await countPasskey(address, now);
    const user = await verifyPasskey(passkey, { act: "sign in", subject: "" }, now);
    if (!user) throw new Refusal("resource_invalid", UNKNOWN_PASSKEY);
    // A passkey is both factors.
    const proof = { userId: user.id, method: "passkey", secondFactor: "" };
    redirect(await beginSession(proof, safeRedirect(form.get("to"))));
  },
);

const UNKNOWN_PASSKEY = "This passkey can’t be used to sign in here. Try again, or sign in another way.";

export const secondStepByPasskeyAction = publicAction(
  [fields(passkeyResponse)],
  async ({ address, form, now }, { passkey }) => {
    const pending = await currentPendingSignIn();
    if (!pending) redirect("/sign-in");
    await countPasskey(address, now);
    const user = await verifyPasskey(passkey, { act: "second step", subject: pending.id }, now);
    if (user?.id !== pending.user.id) throw new Refusal("resource_invalid", UNKNOWN_PASSKEY);
    redirect(await finishSignIn(pending, "passkey", safeRedirect(form.get("to"))));
  },
);

/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
export const secondStepAction = publicAction(
  [fields(secondStep)],
  async ({ address, form, now }, { code }) => {
    const pending = await currentPendingSignIn();
    if (!pending) redirect("/sign-in");
    const { user } = pending;
    const source = { address, browser: await knownBrowser(user.email) };
    const factor = await takeCode(user, code, source, now);
    if (!factor) {
      after(() => recordWrongCode(user, address));
      throw invalidAttribute("code", WRONG_CODE);
    }
    redirect(await finishSignIn(pending, factor, safeRedirect(form.get("to"))));
  },
);

const WRONG_CODE =
  "This code is incorrect or was already used. Each code works once, so wait for the next one";

export const resetPasswordAction = publicAction(
  [text, fields(newPassword)],
  async ({ address, now }, token, { password }) => {
    const { userId, email } = await resetPassword(token, password, address, now);
    await rememberBrowser(email);
    redirect(await beginSession({ userId, method: "password" }, "/"));
  },
);

export const signUpAction = publicAction([], async ({ address, form, now }) => {
  const method = await findSignUpMethod();
  if (method === "email") {
    const { email } = parse(emailRequest, Object.fromEntries(form));
    await countEmailRequest(email, address, now);
    after(() => sendSignUp(email, now));
    return;
  }
  const provider = [...providers, { id: "proxy" }].find(({ id }) => id === form.get("provider"));
  if (method === "first account" && provider) return startWithProvider(provider.id, address, form, now);
  refuseIfPasswordsOff();
  const user = parse(newAccount, Object.fromEntries(form));
  // The first account needs the set-up code, which no stranger’s attempts may keep its owner from using.
  if (method !== "first account") await countSignUpAttempt(address, now);
  const made = await signUp(user, address, now);
  if (made) redirect(await beginSession({ userId: made.userId, method: "password" }, `/${made.caseId}`));
  const path = await signInByPassword(user, "/").catch((error) => {
    throw error instanceof Refusal ? new Refusal("resource_invalid", CANNOT_SIGN_UP) : error;
  });
  redirect(path);
});

/** Sends the person who creates the first account to a provider. The code is checked again when they come back. */
async function startWithProvider(provider: string, address: string, form: FormData, now: Date) {
  const { setUpCode } = parse(firstAccountCode, Object.fromEntries(form));
  await refuseWithoutSetUpCode({ address, setUpCode }, now);
  await storeSetUpCode(setUpCode);
  redirect(provider === "proxy" ? "/sign-in/proxy" : await providerUrl(provider, "/"));
}

// Does not reveal that the address has an account. A user who typed the right password is signed in.
const CANNOT_SIGN_UP =
  "You can’t sign up with this address and password. If you have an account, sign in or request a link.";

export const finishSignUpAction = publicAction(
  [text, fields(newPassword)],
  async ({ address, now }, token, { password }) => {
    const { userId, caseId } = await finishSignUp(token, password, address, now);
    redirect(await beginSession({ userId, method: "password" }, `/${caseId}`));
  },
);

/** Leads to what waits for a confirmation. */
export const confirmAction = userAction(
  "/confirm",
  [],
  async ({ form }) => redirect(safeRedirect(form.get("to"))),
  CONFIRMED,
);

export const verifyEmailAction = userAction(
  (token) => `/verify/${token}`,
  [text],
  async ({ user, now }, token) => {
    await verifyEmail(user, token, now);
    redirect("/account");
  },
);

export const acceptInvitationAction = userAction(
  (token) => `/invitations/${token}`,
  [text],
  async ({ user, by, now }, token) => {
    redirect(`/${await acceptInvitation(token, user, by.address, now)}`);
  },
);

/** Accepts an invitation and creates the account of the person who was invited. */
export const joinByInvitationAction = publicAction(
  [text, fields(newPassword)],
  async ({ address, now }, token, { password }) => {
    const { userId, caseId } = await joinByInvitation(token, password, address, now);
    redirect(await beginSession({ userId, method: "password" }, `/${caseId}`));
  },
);
