import type { Operation } from "@/lib/api/operation";

export const unacknowledgeIncident: Operation = {
  id: "unacknowledgeIncident",
  method: "POST",
  path: "/v1/incidents/{id}/unacknowledge",
  title: "Take back an acknowledgement",
  description:
    "Reminders and the escalation go on where they stood. It is safe to repeat. An incident that has ended can’t be changed.",
  response: null,
  errors: ["resource_not_found", "resource_invalid"],
};
