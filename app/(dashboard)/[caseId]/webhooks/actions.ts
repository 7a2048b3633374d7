"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { caseAction } from "@/app/actions/case-action";
import { CONFIRMED } from "@/app/actions/confirmation";
import { readId } from "@/app/actions/inputs";
import { addWebhook } from "@/lib/channels/add";
import { removeChannel } from "@/lib/channels/remove";
import { rotateSecret } from "@/lib/channels/rotate";
import { sendTestEvent } from "@/lib/channels/test-event";

export const addWebhookAction = caseAction("manage_channels", [], async ({ theCase, by, form }) => {
  const { id } = await addWebhook(theCase.id, String(form.get("url") ?? ""), by);
  redirect(`/${theCase.id}/webhooks/${id}`);
});

export const removeWebhookAction = caseAction(
  "manage_channels",
  [readId("webhook")],
  async ({ theCase, by }, id) => {
    await removeChannel(theCase.id, id, by);
    redirect(`/${theCase.id}/webhooks`);
  },
);

export const rotateSecretAction = caseAction(
  "manage_channels",
  [readId("webhook")],
  async ({ theCase, by }, id) => {
    await rotateSecret(theCase.id, id, by);
    refresh();
  },
  CONFIRMED,
);

export const sendTestEventAction = caseAction(
  "manage_channels",
  [readId("webhook")],
  async ({ theCase, user, now }, id) => {
    const deliveryId = await sendTestEvent(theCase.id, id, user.id, now);
    redirect(`/${theCase.id}/webhooks/${id}/deliveries/${deliveryId}`);
  },
);
