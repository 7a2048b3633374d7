"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import type { Outcome } from "@/components/ui/form";
import { parse } from "@/lib/api/parse";
import { caseChanges } from "@/lib/cases/input";
import { removeCase } from "@/lib/cases/remove";
import { updateCase } from "@/lib/cases/update";
import { invalid } from "@/lib/platform/refusal";
import { runCaseAction } from "../case-action";

export async function change(caseId: string, _previous: Outcome, form: FormData): Promise<Outcome> {
  return runCaseAction(caseId, "change_settings", form, async ({ theCase, by }) => {
    await updateCase(theCase.id, parse(caseChanges, Object.fromEntries(form)), by);
    refresh();
  });
}

export async function deleteCase(caseId: string, _previous: Outcome, form: FormData): Promise<Outcome> {
  return runCaseAction(caseId, "own", form, async ({ theCase, by }) => {
    if (String(form.get("name")).trim() !== theCase.name) {
      throw invalid([{ attribute: "name", message: `must be “${theCase.name}”, to be sure` }]);
    }
    await removeCase(theCase.id, by);
    redirect("/");
  });
}
