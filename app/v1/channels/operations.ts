import { BODY_ERRORS, type Operation } from "@/lib/api/operation";
import { newChannel } from "@/lib/channels/input";

export const listChannels: Operation = {
  id: "listChannels",
  method: "GET",
  path: "/v1/channels",
  title: "List channels",
  description:
    "Returns the channels through which the people of the case are notified of alerts, oldest first.",
  response: "Channels",
  errors: [],
};

export const createChannel: Operation = {
  id: "createChannel",
  method: "POST",
  path: "/v1/channels",
  title: "Add a channel",
  description:
    "Adds a channel. It gets all alerts unless `routing` says otherwise. Secrets can be written, but are never read back.",
  body: { schema: newChannel, name: "NewChannel" },
  response: "Channel",
  errors: ["account_on_hold", ...BODY_ERRORS],
};
