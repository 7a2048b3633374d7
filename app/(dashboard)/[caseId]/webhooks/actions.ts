"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { idOf } from "@/app/form-input";
import type { Outcome } from "@/components/ui/form";
import { addWebhook } from "@/lib/webhooks/add";
import { disableWebhook, enableWebhook } from "@/lib/webhooks/disable";
import { removeWebhook } from "@/lib/webhooks/remove";
import { rotateSecret } from "@/lib/webhooks/rotate";
import { retryDelivery, sendTestEvent } from "@/lib/webhooks/test-event";
import { runCaseAction } from "../case-action";

export async function add(caseId: string, _previous: Outcome, form: FormData): Promise<Outcome> {
  return runCaseAction(caseId, "manage_webhooks", form, async ({ theCase, by }) => {
    const { id } = await addWebhook(theCase.id, String(form.get("url") ?? ""), by);
    redirect(`/${theCase.id}/webhooks/${id}`);
  });
}

export async function remove(
  caseId: string,
  id: string,
  _previous: Outcome,
  form: FormData,
): Promise<Outcome> {
  return runCaseAction(caseId, "manage_webhooks", form, async ({ theCase, by }) => {
    await removeWebhook(theCase.id, idOf("webhook", id), by);
    redirect(`/${theCase.id}/webhooks`);
  });
}

export async function rotate(
  caseId: string,
  id: string,
  _previous: Outcome,
  form: FormData,
): Promise<Outcome> {
  return runCaseAction(caseId, "manage_webhooks", form, async ({ theCase, by }) => {
    await rotateSecret(theCase.id, idOf("webhook", id), by);
    refresh();
  });
}

export async function turn(
  caseId: string,
  id: string,
  way: "on" | "off",
  _previous: Outcome,
  form: FormData,
): Promise<Outcome> {
  return runCaseAction(caseId, "manage_webhooks", form, async ({ theCase, by }) => {
    await (way === "on" ? enableWebhook : disableWebhook)(theCase.id, idOf("webhook", id), by);
    refresh();
  });
}

export async function tryOut(
  caseId: string,
  id: string,
  _previous: Outcome,
  form: FormData,
): Promise<Outcome> {
  return runCaseAction(caseId, "manage_webhooks", form, async ({ theCase }) => {
    const deliveryId = await sendTestEvent(theCase.id, idOf("webhook", id), new Date());
    redirect(`/${theCase.id}/webhooks/${id}/deliveries/${deliveryId}`);
  });
}

export async function again(
  caseId: string,
  deliveryId: string,
  _previous: Outcome,
  form: FormData,
): Promise<Outcome> {
  return runCaseAction(caseId, "manage_webhooks", form, async ({ theCase }) => {
    await retryDelivery(theCase.id, idOf("delivery", deliveryId));
    refresh();
  });
}
