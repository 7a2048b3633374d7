"use server";

import { refresh } from "next/cache";
import { outcomeOf } from "@/app/outcome";
import type { Outcome } from "@/components/ui/form";
import { currentCase } from "@/lib/session";
import { addWebhook } from "@/lib/webhooks/add";
import { removeWebhook } from "@/lib/webhooks/remove";

export async function add(caseId: string, _previous: Outcome, form: FormData): Promise<Outcome> {
  const { owner } = await currentCase(caseId);
  return outcomeOf(form, async () => {
    await addWebhook(owner.id, String(form.get("url") ?? ""));
    refresh();
  });
}

export async function remove(
  caseId: string,
  id: string,
  _previous: Outcome,
  form: FormData,
): Promise<Outcome> {
  const { owner } = await currentCase(caseId);
  return outcomeOf(form, async () => {
    await removeWebhook(owner.id, id);
    refresh();
  });
}
