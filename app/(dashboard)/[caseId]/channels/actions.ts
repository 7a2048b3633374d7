"use server";

import { refresh } from "next/cache";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { caseAction, caseActions, caseCommand } from "@/app/actions/case-action";
import { CONFIRMED } from "@/app/actions/confirmation";
import { argument, fields, readId, text } from "@/app/actions/inputs";
import { addChannel } from "@/lib/channels/add";
import { awaitTest } from "@/lib/channels/await-test";
import { changeChannel } from "@/lib/channels/change";
import { changedSettingsIn, settingsIn } from "@/lib/channels/channel-form";
import { disableChannel, enableChannel } from "@/lib/channels/disable";
import { findStored } from "@/lib/channels/find";
import { channelChanges, channelInput, KIND_NAMES, newChannel } from "@/lib/channels/input";
import { publicSettings } from "@/lib/channels/present";
import { removeChannel } from "@/lib/channels/remove";
import { rotateSecret } from "@/lib/channels/rotate";
import { routeForm } from "@/lib/channels/route-form";
import { retryDelivery, sendTestEvent } from "@/lib/channels/test-event";
import { previewBody } from "@/lib/delivery/preview-body";
import { refusePrivateChange, refusePrivateTarget } from "@/lib/delivery/refuse-private-target";
import { notFound, parse, Refusal } from "@/lib/platform/refusal";
import { isUuid } from "@/lib/rules/uuid";

const onChannel = caseActions("manage_channels", readId("channel"));

const kindOfChannel = argument((value) => {
  const kind = KIND_NAMES.find((name) => name === value);
  if (kind) return kind;
  throw notFound("kind of channel");
});

export const addChannelAction = caseAction(
  "manage_channels",
  [kindOfChannel],
  async ({ theCase, user, by, form, now }, kind) => {
    const fields = { kind, name: form.get("name") ?? "", settings: settingsIn(kind, form) };
    const input = channelInput(parse(newChannel, fields));
    await refusePrivateTarget(kind, input.settings);
    const { id } = await addChannel(theCase.id, input, by).catch(explainLimit);
    const path = `/${theCase.id}/channels/${id}`;
    if (!isTestWanted(form)) redirect(path);
    const test = await sendTest(theCase.id, id, user.id, now);
    redirect(`${path}/deliveries/${test.id}`);
  },
);

/** Whether the button that also sends a test was clicked. */
const isTestWanted = (form: FormData) => form.get("test") === "on";

/** Sends a test, and returns what came back from its first attempt. */
const sendTest = async (caseId: string, channelId: string, userId: string, now: Date) =>
  awaitTest(await sendTestEvent(caseId, channelId, userId, now));

/** When the case has no room for a channel, the refusal names an attribute that has no field here: a message of the whole form. */
function explainLimit(error: unknown): never {
  const [limit] = error instanceof Refusal ? (error.validations ?? []) : [];
  throw limit ? new Refusal("resource_invalid", `This channel ${limit.message}.`) : error;
}

export const changeChannelAction = onChannel(async ({ theCase, user, by, form, now }, id) => {
  const channel = await findStored(theCase.id, id);
  if (!channel) throw notFound("channel");
  const fields = {
    name: form.get("name") ?? "",
    settings: changedSettingsIn(channel.kind, form, publicSettings(channel)),
  };
  const changes = parse(channelChanges, fields);
  await refusePrivateChange(theCase.id, id, changes.settings);
  await changeChannel(theCase.id, id, changes, by);
  if (isTestWanted(form)) {
    const test = await sendTest(theCase.id, id, user.id, now);
    redirect(`/${theCase.id}/channels/${id}/deliveries/${test.id}`);
  }
}, CONFIRMED);

/** The body that the webhook would send with these headers, or else the saved ones. */
export const previewBodyCommand = caseCommand(
  "manage_channels",
  [text, text, text],
  async ({ theCase }, channelId, headers, body) => {
    const saved = !headers && isUuid(channelId) ? await findStored(theCase.id, channelId) : null;
    return previewBody(theCase.id, {
      headers: (headers || saved?.settings.headers || "").replaceAll("\r\n", "\n").trim(),
      body: body.trim(),
    });
  },
);

export const removeChannelAction = onChannel(async ({ theCase, by }, id) => {
  await removeChannel(theCase.id, id, by);
  redirect(`/${theCase.id}/channels`);
});

export const rotateSecretAction = onChannel(
  ({ theCase, by }, id) => rotateSecret(theCase.id, id, by),
  CONFIRMED,
);

/** Sends a test, and returns what came back from the first attempt. Without JavaScript, it redirects to the page of the delivery. */
export const testChannelAction = caseAction(
  "manage_channels",
  [readId("channel")],
  async ({ theCase, user, now }, id) => {
    const result = await sendTest(theCase.id, id, user.id, now);
    const hasScripts = (await headers()).has("next-action");
    if (!hasScripts) redirect(`/${theCase.id}/channels/${id}/deliveries/${result.id}`);
    refresh();
    return result;
  },
);

export const changeRouteAction = caseAction(
  "manage_channels",
  [readId("channel"), fields(routeForm)],
  async ({ theCase, by }, id, changes) => {
    await changeChannel(theCase.id, id, { routing: changes }, by);
    refresh();
  },
);

export const enableChannelAction = onChannel(({ theCase, by }, id) => enableChannel(theCase.id, id, by));

export const disableChannelAction = onChannel(({ theCase, by }, id) => disableChannel(theCase.id, id, by));

export const retryDeliveryAction = caseAction(
  "manage_channels",
  [readId("delivery")],
  async ({ theCase, user, now }, id) => {
    await retryDelivery(theCase.id, id, user.id, now);
    refresh();
  },
);
