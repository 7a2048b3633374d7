import type { Operation } from "@/lib/api/operation";

export const listAuditEvents: Operation = {
  id: "listAuditEvents",
  method: "GET",
  path: "/v1/audit",
  title: "List audit events",
  description:
    "Returns what people, keys and Tattle did in the case, oldest first, for two years. To read on, send the id of the last event as `after`: no event is missed and none comes twice. Events appear after a few seconds. Needs a key with full access to the whole case.",
  query: [
    {
      name: "after",
      description: "The id of the event after which the list begins.",
      schema: { type: "string", format: "uuid" },
    },
    {
      name: "limit",
      description: "At most this many events: 1 to 1000, by default 100.",
      schema: { type: "integer", minimum: 1, maximum: 1000, default: 100 },
    },
  ],
  response: "AuditEvents",
  errors: ["resource_invalid"],
};
