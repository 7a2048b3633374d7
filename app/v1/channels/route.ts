import { z } from "zod";
import { operation, route } from "@/lib/api/operation";
import { refuseIfOnHold } from "@/lib/cases/plan";
import { findKind } from "@/lib/channel-kinds/find";
import { addChannel } from "@/lib/channels/add";
import { findStored, listStored } from "@/lib/channels/find";
import { channelInput, newChannel } from "@/lib/channels/input";
import { presentChannel, presentedChannel } from "@/lib/channels/present";
import { refusePrivateTarget } from "@/lib/delivery/refuse-private-target";
import { notFound } from "@/lib/platform/refusal";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  GET: operation({
    id: "listChannels",
    title: "List channels",
    description: "Returns the channels that receive the case’s alerts, oldest first.",
    response: { name: "Channels", schema: z.array(presentedChannel) },
    handle: async ({ theCase }) => (await listStored(theCase.id)).map(presentChannel),
  }),
  POST: operation({
    id: "createChannel",
    title: "Add a channel",
    description:
      "Adds a channel. It receives all alerts unless `routing` says otherwise. Secrets are write-only.",
    body: { schema: newChannel, name: "NewChannel" },
    response: { name: "Channel", schema: presentedChannel },
    example: {
      body: {
        kind: "slack",
        name: "On-call",
        settings: { url: "https://hooks.slack.com/services/T000/B000/XXXX" },
        routing: { tags_any: ["database"], min_severity: "warning" },
      },
    },
    errors: ["account_on_hold"],
    handle: async ({ theCase, by, body }) => {
      refuseIfOnHold(theCase);
      const input = channelInput(await body());
      await refusePrivateTarget(input.kind, input.settings);
      const { id, secret } = await addChannel(theCase.id, input, by);
      const channel = await findStored(theCase.id, id);
      if (!channel) throw notFound("channel");
      return { ...presentChannel(channel), ...(findKind(input.kind).sign && { signing_secret: secret }) };
    },
  }),
});
