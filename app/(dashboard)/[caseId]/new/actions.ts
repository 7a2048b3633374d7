"use server";

import { redirect } from "next/navigation";
import type { Outcome } from "@/components/ui/form";
import { parse } from "@/lib/api/parse";
import { createSnitch, refuseBeyondLimit } from "@/lib/snitches/create";
import { newSnitch } from "@/lib/snitches/input";
import { runCaseAction } from "../case-action";
import { snitchIn } from "../snitch-form";

export async function addSnitch(caseId: string, _previous: Outcome, form: FormData): Promise<Outcome> {
  return runCaseAction(caseId, "manage_snitches", form, async ({ theCase, by }) => {
    await refuseBeyondLimit(theCase);
    const { token } = await createSnitch(theCase, parse(newSnitch, snitchIn(form)), by);
    redirect(`/${theCase.id}/snitches/${token}/setup`);
  });
}
