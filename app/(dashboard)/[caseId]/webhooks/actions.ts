"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { caseAction } from "@/app/actions/case-action";
import { fields, idOf } from "@/app/actions/inputs";
import { addWebhook } from "@/lib/webhooks/add";
import { changeRoute, webhookRoute } from "@/lib/webhooks/change-route";
import { disableWebhook, enableWebhook } from "@/lib/webhooks/disable";
import { removeWebhook } from "@/lib/webhooks/remove";
import { rotateSecret } from "@/lib/webhooks/rotate";
import { retryDelivery, sendTestEvent } from "@/lib/webhooks/test-event";

export const addWebhookAction = caseAction("manage_webhooks", [], async ({ theCase, by, form }) => {
  const { id } = await addWebhook(theCase.id, String(form.get("url") ?? ""), by);
  redirect(`/${theCase.id}/webhooks/${id}`);
});

export const removeWebhookAction = caseAction(
  "manage_webhooks",
  [idOf("webhook")],
  async ({ theCase, by }, id) => {
    await removeWebhook(theCase.id, id, by);
    redirect(`/${theCase.id}/webhooks`);
  },
);

export const rotateSecretAction = caseAction(
  "manage_webhooks",
  [idOf("webhook")],
  async ({ theCase, by }, id) => {
    await rotateSecret(theCase.id, id, by);
    refresh();
  },
);

export const changeRouteAction = caseAction(
  "manage_webhooks",
  [idOf("webhook"), fields(webhookRoute)],
  async ({ theCase, by }, id, changes) => {
    await changeRoute(theCase.id, id, changes, by);
    refresh();
  },
);

export const enableWebhookAction = caseAction(
  "manage_webhooks",
  [idOf("webhook")],
  async ({ theCase, by }, id) => {
    await enableWebhook(theCase.id, id, by);
    refresh();
  },
);

export const disableWebhookAction = caseAction(
  "manage_webhooks",
  [idOf("webhook")],
  async ({ theCase, by }, id) => {
    await disableWebhook(theCase.id, id, by);
    refresh();
  },
);

export const sendTestEventAction = caseAction(
  "manage_webhooks",
  [idOf("webhook")],
  async ({ theCase, user, now }, id) => {
    const deliveryId = await sendTestEvent(theCase.id, id, user.id, now);
    redirect(`/${theCase.id}/webhooks/${id}/deliveries/${deliveryId}`);
  },
);

export const retryDeliveryAction = caseAction(
  "manage_webhooks",
  [idOf("delivery")],
  async ({ theCase, user, now }, id) => {
    await retryDelivery(theCase.id, id, user.id, now);
    refresh();
  },
);
