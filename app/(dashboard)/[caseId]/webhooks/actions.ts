"use server";

import { refresh } from "next/cache";
import type { Outcome } from "@/components/ui/form";
import { addWebhook } from "@/lib/webhooks/add";
import { removeWebhook } from "@/lib/webhooks/remove";
import { actIn } from "../act";

export async function add(caseId: string, _previous: Outcome, form: FormData): Promise<Outcome> {
  return actIn(caseId, "manage_webhooks", form, async ({ owner, by }) => {
    await addWebhook(owner.id, String(form.get("url") ?? ""), by);
    refresh();
  });
}

export async function remove(
  caseId: string,
  id: string,
  _previous: Outcome,
  form: FormData,
): Promise<Outcome> {
  return actIn(caseId, "manage_webhooks", form, async ({ owner, by }) => {
    await removeWebhook(owner.id, id, by);
    refresh();
  });
}
