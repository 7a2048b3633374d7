"use server";

import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { after } from "next/server";
import { textOf } from "@/app/form-input";
import { outcomeOf } from "@/app/form-result";
import type { Outcome } from "@/components/ui/form";
import { finishSignUp, provesFirst, refuseUninvited, sendSignUp, signUp } from "@/lib/accounts/sign-up";
import { parse } from "@/lib/api/parse";
import { providers } from "@/lib/auth/providers";
import { signedInUser } from "@/lib/auth/session";
import { acceptInvitation, joinByInvitation } from "@/lib/cases/invite";
import { addressOf } from "@/lib/http/peer";
import { Refusal } from "@/lib/platform/refusal";
import { addressed, credentials, newUser, withPassword } from "@/lib/users/input";
import { sendMagicLink } from "@/lib/users/magic-link";
import { resetPassword, sendPasswordReset } from "@/lib/users/password";
import { spendLetter, spendSignUp } from "@/lib/users/rate-limits";
import { verify } from "@/lib/users/verify-email";
import { providerUrl, signInByLink, signInWith, signOutHere } from "./next-auth";
import { landing } from "./safe-redirect";

const here = async () => addressOf(await headers());

export async function signIn(_previous: Outcome, form: FormData): Promise<Outcome> {
  return outcomeOf(form, async () => {
    await signInWith(parse(credentials, Object.fromEntries(form)));
    redirect(landing(form.get("to")));
  });
}

export async function signInWithProvider(form: FormData): Promise<void> {
  if (!(form instanceof FormData)) notFound();
  const provider = providers.find(({ id }) => id === form.get("provider"));
  if (!provider) notFound();
  redirect(await providerUrl(provider.id, landing(form.get("to"))));
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
  return outcomeOf(form, async () => {
    const { email } = parse(addressed, Object.fromEntries(form));
    const now = new Date();
    await spendLetter(email, await here(), now);
    after(() => send(email, now));
  });
}

export async function takeMagicLink(token: string, _previous: Outcome, form: FormData): Promise<Outcome> {
  return outcomeOf(form, async () => {
    await signInByLink(textOf(token));
    redirect("/");
  });
}

export async function choosePassword(token: string, _previous: Outcome, form: FormData): Promise<Outcome> {
  return outcomeOf(form, async () => {
    const { password } = parse(withPassword, Object.fromEntries(form));
    const email = await resetPassword(textOf(token), password, new Date());
    await signInWith({ email, password });
    redirect("/");
  });
}

export async function joinUp(_previous: Outcome, form: FormData): Promise<Outcome> {
  return outcomeOf(form, async () => {
    refuseUninvited();
    const [address, now] = [await here(), new Date()];
    if (await provesFirst()) {
      const { email } = parse(addressed, Object.fromEntries(form));
      await spendLetter(email, address, now);
      after(() => sendSignUp(email, now));
      return;
    }
    const newcomer = parse(newUser, Object.fromEntries(form));
    await spendSignUp(address, now);
    const caseId = await signUp(newcomer, address, now);
    await signInWith(newcomer).catch((thrown) => {
      throw caseId ? thrown : new Refusal("resource_invalid", TAKEN_OR_WRONG);
    });
    redirect(`/${caseId ?? ""}`);
  });
}

// Does not say that the address has an account; whoever knows its password has signed in.
const TAKEN_OR_WRONG =
  "You can’t sign up with this address and password. If you have an account, sign in or have a link sent to you.";

export async function finishJoining(token: string, _previous: Outcome, form: FormData): Promise<Outcome> {
  return outcomeOf(form, async () => {
    const { password } = parse(withPassword, Object.fromEntries(form));
    const { email, caseId } = await finishSignUp(textOf(token), password, await here(), new Date());
    await signInWith({ email, password });
    redirect(`/${caseId}`);
  });
}

export async function confirmAddress(token: string, _previous: Outcome, form: FormData): Promise<Outcome> {
  const user = await signedInUser(`/verify/${token}`);
  return outcomeOf(form, async () => {
    await verify(user, textOf(token), new Date());
    redirect("/account");
  });
}

export async function accept(token: string, _previous: Outcome, form: FormData): Promise<Outcome> {
  const user = await signedInUser(`/invitations/${token}`);
  return outcomeOf(form, async () => {
    redirect(`/${await acceptInvitation(textOf(token), user, await here(), new Date())}`);
  });
}

export async function acceptAsNewcomer(token: string, _previous: Outcome, form: FormData): Promise<Outcome> {
  return outcomeOf(form, async () => {
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
