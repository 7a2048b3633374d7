"use server";

import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { after } from "next/server";
import { textOf } from "@/app/form-input";
import { formResult } from "@/app/form-result";
import type { Outcome } from "@/components/ui/form";
import {
  finishSignUp,
  refuseWithoutInvitation,
  sendSignUp,
  signUp,
  verifiesEmailFirst,
} from "@/lib/accounts/sign-up";
import { parse } from "@/lib/api/parse";
import { providers } from "@/lib/auth/providers";
import { signedInUser } from "@/lib/auth/session";
import { acceptInvitation, joinByInvitation } from "@/lib/cases/accept-invitation";
import { addressOf } from "@/lib/http/peer-address";
import { Refusal } from "@/lib/platform/refusal";
import { addressed, credentials, newUser, withPassword } from "@/lib/users/input";
import { sendMagicLink } from "@/lib/users/magic-link";
import { resetPassword, sendPasswordReset } from "@/lib/users/password";
import { countEmailRequest, countSignUpAttempt } from "@/lib/users/rate-limits";
import { verifyEmail } from "@/lib/users/verify-email";
import { providerUrl, signInByLink, signInWith, signOutHere } from "./next-auth";
import { safeRedirect } from "./safe-redirect";

const here = async () => addressOf(await headers());

export async function signIn(_previous: Outcome, form: FormData): Promise<Outcome> {
  return formResult(form, async () => {
    await signInWith(parse(credentials, Object.fromEntries(form)));
    redirect(safeRedirect(form.get("to")));
  });
}

export async function signInWithProvider(form: FormData): Promise<void> {
  if (!(form instanceof FormData)) notFound();
  const provider = providers.find(({ id }) => id === form.get("provider"));
  if (!provider) notFound();
  redirect(await providerUrl(provider.id, safeRedirect(form.get("to"))));
}

/** The answer does not tell whether the address has an account, and does not wait for what would. */
export async function mailLink(_previous: Outcome, form: FormData): Promise<Outcome> {
  return mailLater(form, sendMagicLink);
}

export async function mailReset(_previous: Outcome, form: FormData): Promise<Outcome> {
  return mailLater(form, sendPasswordReset);
}

async function mailLater(
  form: FormData,
  send: (email: string, now: Date) => Promise<void>,
): Promise<Outcome> {
  return formResult(form, async () => {
    const { email } = parse(addressed, Object.fromEntries(form));
    const now = new Date();
    await countEmailRequest(email, await here(), now);
    after(() => send(email, now));
  });
}

export async function takeMagicLink(token: string, _previous: Outcome, form: FormData): Promise<Outcome> {
  return formResult(form, async () => {
    await signInByLink(textOf(token));
    redirect("/");
  });
}

export async function choosePassword(token: string, _previous: Outcome, form: FormData): Promise<Outcome> {
  return formResult(form, async () => {
    const { password } = parse(withPassword, Object.fromEntries(form));
    const email = await resetPassword(textOf(token), password, new Date());
    await signInWith({ email, password });
    redirect("/");
  });
}

export async function joinUp(_previous: Outcome, form: FormData): Promise<Outcome> {
  return formResult(form, async () => {
    refuseWithoutInvitation();
    const [address, now] = [await here(), new Date()];
    if (await verifiesEmailFirst()) {
      const { email } = parse(addressed, Object.fromEntries(form));
      await countEmailRequest(email, address, now);
      after(() => sendSignUp(email, now));
      return;
    }
    const newUserFor = parse(newUser, Object.fromEntries(form));
    await countSignUpAttempt(address, now);
    const caseId = await signUp(newUserFor, address, now);
    await signInWith(newUserFor).catch((thrown) => {
      throw caseId ? thrown : new Refusal("resource_invalid", TAKEN_OR_WRONG);
    });
    redirect(`/${caseId ?? ""}`);
  });
}

// Does not say that the address has an account; whoever knows its password has signed in.
const TAKEN_OR_WRONG =
  "You can’t sign up with this address and password. If you have an account, sign in or have a link sent to you.";

export async function finishJoining(token: string, _previous: Outcome, form: FormData): Promise<Outcome> {
  return formResult(form, async () => {
    const { password } = parse(withPassword, Object.fromEntries(form));
    const { email, caseId } = await finishSignUp(textOf(token), password, await here(), new Date());
    await signInWith({ email, password });
    redirect(`/${caseId}`);
  });
}

export async function confirmAddress(token: string, _previous: Outcome, form: FormData): Promise<Outcome> {
  const user = await signedInUser(`/verify/${token}`);
  return formResult(form, async () => {
    await verifyEmail(user, textOf(token), new Date());
    redirect("/account");
  });
}

export async function accept(token: string, _previous: Outcome, form: FormData): Promise<Outcome> {
  const user = await signedInUser(`/invitations/${token}`);
  return formResult(form, async () => {
    redirect(`/${await acceptInvitation(textOf(token), user, await here(), new Date())}`);
  });
}

export async function acceptAsNewcomer(token: string, _previous: Outcome, form: FormData): Promise<Outcome> {
  return formResult(form, async () => {
    const { password } = parse(withPassword, Object.fromEntries(form));
    const { email, caseId } = await joinByInvitation(textOf(token), password, await here(), new Date());
    await signInWith({ email, password });
    redirect(`/${caseId}`);
  });
}

export async function signOut(): Promise<void> {
  await signOutHere();
  redirect("/sign-in");
}
