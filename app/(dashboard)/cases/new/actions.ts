"use server";

import { redirect } from "next/navigation";
import { formResult } from "@/app/form-result";
import type { Outcome } from "@/components/ui/form";
import { parse } from "@/lib/api/parse";
import { actorHere, signedInUser } from "@/lib/auth/session";
import { createCase } from "@/lib/cases/create";
import { newCase } from "@/lib/cases/input";

export async function addCase(_previous: Outcome, form: FormData): Promise<Outcome> {
  const user = await signedInUser("/cases/new");
  return formResult(form, async () => {
    const { name } = parse(newCase, Object.fromEntries(form));
    const { id } = await createCase(user.id, name, await actorHere(user));
    redirect(`/${id}`);
  });
}
