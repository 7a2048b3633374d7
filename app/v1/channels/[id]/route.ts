import { operation, parseId, route } from "@/lib/api/operation";
import { refuseIfOnHold } from "@/lib/cases/plan";
import { changeChannel } from "@/lib/channels/change";
import { disableChannel, enableChannel } from "@/lib/channels/disable";
import { findStored } from "@/lib/channels/find";
import { channelChanges } from "@/lib/channels/input";
import { presentChannel, presentedChannel } from "@/lib/channels/present";
import { removeChannel } from "@/lib/channels/remove";
import { refusePrivateChange } from "@/lib/delivery/refuse-private-target";
import { notFound } from "@/lib/platform/refusal";

async function show(caseId: string, id: string) {
  const channel = await findStored(caseId, id);
  if (!channel) throw notFound("channel");
  return presentChannel(channel);
}

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  GET: operation({
    id: "showChannel",
    title: "Show a channel",
    description: "Returns one channel of the case.",
    response: { name: "Channel", schema: presentedChannel },
    errors: ["resource_not_found"],
    handle: ({ theCase, params }) => show(theCase.id, parseId(params, "channel")),
  }),
  PATCH: operation({
    id: "updateChannel",
    title: "Update a channel",
    description: "Updates the attributes that are sent. Omitted settings stay as they are.",
    body: { schema: channelChanges, name: "ChannelChanges" },
    response: { name: "Channel", schema: presentedChannel },
    example: { body: { enabled: true, name: "On-call" } },
    errors: ["account_on_hold", "resource_not_found"],
    handle: async ({ theCase, params, by, body }) => {
      refuseIfOnHold(theCase);
      const { enabled, ...changes } = await body();
      const id = parseId(params, "channel");
      await refusePrivateChange(theCase.id, id, changes.settings);
      await changeChannel(theCase.id, id, changes, by);
      if (enabled !== undefined) await (enabled ? enableChannel : disableChannel)(theCase.id, id, by);
      return show(theCase.id, id);
    },
  }),
  DELETE: operation({
    id: "removeChannel",
    title: "Delete a channel",
    description: "Deletes a channel and its history.",
    response: null,
    errors: ["resource_not_found"],
    handle: async ({ theCase, params, by }) => {
      await removeChannel(theCase.id, parseId(params, "channel"), by);
    },
  }),
});
