"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { caseAction } from "@/app/actions/case-action";
import { fields, idOf } from "@/app/actions/inputs";
import { addWebhook } from "@/lib/channels/add";
import { changeChannel } from "@/lib/channels/change";
import { disableChannel, enableChannel } from "@/lib/channels/disable";
import { removeChannel } from "@/lib/channels/remove";
import { rotateSecret } from "@/lib/channels/rotate";
import { routeForm } from "@/lib/channels/route-form";
import { retryDelivery, sendTestEvent } from "@/lib/channels/test-event";

export const addChannelAction = caseAction("manage_webhooks", [], async ({ theCase, by, form }) => {
  const { id } = await addWebhook(theCase.id, String(form.get("url") ?? ""), by);
  redirect(`/${theCase.id}/webhooks/${id}`);
});

export const removeChannelAction = caseAction(
  "manage_webhooks",
  [idOf("webhook")],
  async ({ theCase, by }, id) => {
    await removeChannel(theCase.id, id, by);
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
  [idOf("webhook"), fields(routeForm)],
  async ({ theCase, by }, id, changes) => {
    await changeChannel(theCase.id, id, { routing: changes }, by);
    refresh();
  },
);

export const enableChannelAction = caseAction(
  "manage_webhooks",
  [idOf("webhook")],
  async ({ theCase, by }, id) => {
    await enableChannel(theCase.id, id, by);
    refresh();
  },
);

export const disableChannelAction = caseAction(
  "manage_webhooks",
  [idOf("webhook")],
  async ({ theCase, by }, id) => {
    await disableChannel(theCase.id, id, by);
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
