"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { outcomeOf } from "@/app/outcome";
import type { Outcome } from "@/components/ui/form";
import { parse } from "@/lib/api/parse";
import { signUp } from "@/lib/cases/sign-up";
import { addressOf } from "@/lib/check-ins/peer";
import { Refusal } from "@/lib/refusal";
import { credentials, newUser } from "@/lib/users/input";
import { landing } from "./landing";
import { signInWith, signOutHere } from "./next-auth";

export async function signIn(_previous: Outcome, form: FormData): Promise<Outcome> {
  return outcomeOf(form, async () => {
    const given = parse(credentials, Object.fromEntries(form));
    if (!(await signInWith(given))) {
      throw new Refusal(
        "resource_invalid",
        "That e-mail address and password do not belong together. Try again.",
      );
    }
    redirect(landing(form.get("to")));
  });
}

export async function joinUp(_previous: Outcome, form: FormData): Promise<Outcome> {
  return outcomeOf(form, async () => {
    const newcomer = parse(newUser, Object.fromEntries(form));
    const caseId = await signUp(newcomer, addressOf(await headers()));
    await signInWith(newcomer);
    redirect(`/${caseId}`);
  });
}

export async function signOut(): Promise<void> {
  await signOutHere();
  redirect("/sign-in");
}
