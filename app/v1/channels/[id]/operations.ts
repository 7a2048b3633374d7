import { BODY_ERRORS, type Operation } from "@/lib/api/operation";
import { channelChanges } from "@/lib/channels/input";

export const showChannel: Operation = {
  id: "showChannel",
  method: "GET",
  path: "/v1/channels/{id}",
  title: "Show a channel",
  description: "Returns one channel of the case.",
  response: "Channel",
  errors: ["resource_not_found"],
};

export const updateChannel: Operation = {
  id: "updateChannel",
  method: "PATCH",
  path: "/v1/channels/{id}",
  title: "Update a channel",
  description: "Changes the attributes that are present. Settings that are left out stay as they are.",
  body: { schema: channelChanges, name: "ChannelChanges" },
  response: "Channel",
  errors: ["account_on_hold", "resource_not_found", ...BODY_ERRORS],
};

export const removeChannel: Operation = {
  id: "removeChannel",
  method: "DELETE",
  path: "/v1/channels/{id}",
  title: "Delete a channel",
  description: "Deletes a channel and its history.",
  response: null,
  errors: ["resource_not_found"],
};
