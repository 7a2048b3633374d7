"use server";

import { refresh } from "next/cache";
import type { Outcome } from "@/components/ui/form";
import { parse } from "@/lib/api/parse";
import { changeCase } from "@/lib/cases/change";
import { caseChanges } from "@/lib/cases/input";
import { actIn } from "../act";

export async function change(caseId: string, _previous: Outcome, form: FormData): Promise<Outcome> {
  return actIn(caseId, "change_settings", form, async ({ owner, by }) => {
    await changeCase(owner.id, parse(caseChanges, Object.fromEntries(form)), by);
    refresh();
  });
}
