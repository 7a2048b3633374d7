"use server";

import { redirect } from "next/navigation";
import { outcomeOf } from "@/app/outcome";
import type { Outcome } from "@/components/ui/form";
import { parse } from "@/lib/api/parse";
import { currentCase } from "@/lib/session";
import { createSnitch, refuseWithoutRoom } from "@/lib/snitches/create";
import { newSnitch } from "@/lib/snitches/input";
import { snitchIn } from "../snitch-form";

export async function addSnitch(caseId: string, _previous: Outcome, form: FormData): Promise<Outcome> {
  const { owner } = await currentCase(caseId);
  return outcomeOf(form, async () => {
    await refuseWithoutRoom(owner);
    const { token } = await createSnitch(owner, parse(newSnitch, snitchIn(form)));
    redirect(`/${owner.id}/snitches/${token}/setup`);
  });
}
