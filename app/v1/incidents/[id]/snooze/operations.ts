import { BODY_ERRORS, type Operation } from "@/lib/api/operation";
import { snoozeUntil } from "@/lib/incidents/input";

export const snoozeIncident: Operation = {
  id: "snoozeIncident",
  method: "POST",
  path: "/v1/incidents/{id}/snooze",
  title: "Snooze an incident",
  description:
    "Sends no alerts about it until a given time, except when it resolves. The snitch stays monitored. If the incident is still open then, an alert is sent at once. It is safe to repeat: the latest `until` counts.",
  body: { schema: snoozeUntil(new Date()), name: "IncidentSnooze" },
  response: null,
  errors: ["resource_not_found", ...BODY_ERRORS],
};
