import type { Operation } from "@/lib/api/operation";

export const listSubscribers: Operation = {
  id: "listSubscribers",
  method: "GET",
  path: "/v1/pages/{slug}/subscribers",
  title: "List the subscribers of a status page",
  description: "Returns how many there are; to keys with full access also their addresses.",
  response: "PageSubscribers",
  errors: ["resource_not_found"],
};
