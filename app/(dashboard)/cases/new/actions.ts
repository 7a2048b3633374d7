"use server";

import { redirect } from "next/navigation";
import { outcomeOf } from "@/app/outcome";
import type { Outcome } from "@/components/ui/form";
import { parse } from "@/lib/api/parse";
import { createCase } from "@/lib/cases/create";
import { newCase } from "@/lib/cases/input";
import { actorHere, signedInUser } from "@/lib/session";

export async function addCase(_previous: Outcome, form: FormData): Promise<Outcome> {
  const user = await signedInUser("/cases/new");
  return outcomeOf(form, async () => {
    const { name } = parse(newCase, Object.fromEntries(form));
    const { id } = await createCase(user.id, name, await actorHere(user));
    redirect(`/${id}`);
  });
}
