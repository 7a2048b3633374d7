"use server";

import { refresh } from "next/cache";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { after } from "next/server";
import { signInWith, signOutHere } from "@/app/(account)/next-auth";
import { textOf } from "@/app/form-input";
import { formResult } from "@/app/form-result";
import type { Outcome } from "@/components/ui/form";
import { deleteAccount } from "@/lib/accounts/delete-account";
import { parse } from "@/lib/api/parse";
import { signedInUser } from "@/lib/auth/session";
import { addressOf } from "@/lib/http/peer-address";
import { transaction } from "@/lib/platform/db";
import { invalid } from "@/lib/platform/refusal";
import { changeEmail, sendEmailChange } from "@/lib/users/change-email";
import type { Person } from "@/lib/users/find";
import { disconnect } from "@/lib/users/identities";
import { emailChange, passwordChange } from "@/lib/users/input";
import { changePassword, checkPassword } from "@/lib/users/password";
import { countEmailRequest, countSignInAttempt } from "@/lib/users/rate-limits";
import { endSessions } from "@/lib/users/sessions";
import { sendVerification } from "@/lib/users/verify-email";

const here = async () => addressOf(await headers());

/** Does what a form asks for on behalf of who has signed in, and of nobody else. */
async function asMyself(form: FormData, work: (user: Person) => Promise<unknown>): Promise<Outcome> {
  const user = await signedInUser("/account");
  return formResult(form, () => work(user));
}

export async function mailVerification(_previous: Outcome, form: FormData): Promise<Outcome> {
  return asMyself(form, async (user) => {
    await countEmailRequest(user.email, await here(), new Date());
    await sendVerification(user, new Date());
  });
}

export async function mailNewAddress(_previous: Outcome, form: FormData): Promise<Outcome> {
  return asMyself(form, async (user) => {
    const { email, current } = parse(emailChange, Object.fromEntries(form));
    const now = new Date();
    await countSignInAttempt(user.email, await here(), now);
    await checkPassword(user.id, current);
    await countEmailRequest(email, await here(), now);
    after(() => sendEmailChange(user, email, now));
  });
}

export async function confirmNewAddress(token: string, _previous: Outcome, form: FormData): Promise<Outcome> {
  const user = await signedInUser(`/account/email/${token}`);
  return formResult(form, async () => {
    await changeEmail(user, textOf(token), new Date());
    redirect("/account");
  });
}

/** Everybody who may have known the old password is out; who changes it stays. */
export async function changeMyPassword(_previous: Outcome, form: FormData): Promise<Outcome> {
  return asMyself(form, async (user) => {
    const change = parse(passwordChange, Object.fromEntries(form));
    await countSignInAttempt(user.email, await here(), new Date());
    await changePassword(user.id, change);
    await signInWith({ email: user.email, password: change.password });
  });
}

export async function disconnectProvider(
  provider: string,
  _previous: Outcome,
  form: FormData,
): Promise<Outcome> {
  return asMyself(form, async ({ id }) => {
    await disconnect(id, textOf(provider));
    refresh();
  });
}

export async function signOutEverywhere(_previous: Outcome, form: FormData): Promise<Outcome> {
  return asMyself(form, async ({ id }) => {
    await transaction((sql) => endSessions(sql, id));
    await signOutHere();
    redirect("/sign-in");
  });
}

export async function deleteMyAccount(_previous: Outcome, form: FormData): Promise<Outcome> {
  return asMyself(form, async (user) => {
    if (String(form.get("email")).trim().toLowerCase() !== user.email) {
      throw invalid([{ attribute: "email", message: `must be ${user.email}, to be sure` }]);
    }
    await deleteAccount(user, await here());
    await signOutHere();
    redirect("/");
  });
}
