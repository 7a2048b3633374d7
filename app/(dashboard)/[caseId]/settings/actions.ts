"use server";

import { refresh } from "next/cache";
import { outcomeOf } from "@/app/outcome";
import type { Outcome } from "@/components/ui/form";
import { parse } from "@/lib/api/parse";
import { changeCase } from "@/lib/cases/change";
import { caseChanges } from "@/lib/cases/input";
import { currentCase } from "@/lib/session";

export async function change(caseId: string, _previous: Outcome, form: FormData): Promise<Outcome> {
  const { owner } = await currentCase(caseId);
  return outcomeOf(form, async () => {
    await changeCase(owner.id, parse(caseChanges, Object.fromEntries(form)));
    refresh();
  });
}
