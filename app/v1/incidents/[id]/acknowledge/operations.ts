import type { Operation } from "@/lib/api/operation";

export const acknowledgeIncident: Operation = {
  id: "acknowledgeIncident",
  method: "POST",
  path: "/v1/incidents/{id}/acknowledge",
  title: "Acknowledge an incident",
  description:
    "Shows that somebody is handling it: no reminders are sent until it resolves or gets worse. People are notified when it resolves. It is safe to repeat. An incident that has ended can’t be acknowledged.",
  response: null,
  errors: ["resource_not_found", "resource_invalid"],
};
