import type { Operation } from "@/lib/api/operation";

export const unsnoozeIncident: Operation = {
  id: "unsnoozeIncident",
  method: "POST",
  path: "/v1/incidents/{id}/unsnooze",
  title: "End the snooze of an incident",
  description: "Alerts are sent again. It is safe to call if the incident is not snoozed.",
  response: null,
  errors: ["resource_not_found", "resource_invalid"],
};
