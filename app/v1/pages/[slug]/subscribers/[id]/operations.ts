import type { Operation } from "@/lib/api/operation";

export const removeSubscriber: Operation = {
  id: "removeSubscriber",
  method: "DELETE",
  path: "/v1/pages/{slug}/subscribers/{id}",
  title: "End a subscription",
  description: "Deletes a subscriber of a status page, who may subscribe again.",
  response: null,
  errors: ["resource_not_found"],
};
