import { BODY_ERRORS, type Operation } from "@/lib/api/operation";
import { newAssignee } from "@/lib/incidents/input";

export const assignIncident: Operation = {
  id: "assignIncident",
  method: "POST",
  path: "/v1/incidents/{id}/assign",
  title: "Assign an incident",
  description:
    "Says whose it is, and e-mails them, unless it is theirs already. It does not acknowledge it. An incident that has ended can’t be assigned.",
  body: { schema: newAssignee, name: "IncidentAssignee" },
  response: null,
  errors: ["resource_not_found", ...BODY_ERRORS],
};
