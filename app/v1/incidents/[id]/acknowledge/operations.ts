import type { Operation } from "@/lib/api/operation";

export const acknowledgeIncident: Operation = {
  id: "acknowledgeIncident",
  method: "POST",
  path: "/v1/incidents/{id}/acknowledge",
  title: "Acknowledge an incident",
  description:
    "Says that somebody takes care of it: nobody is reminded any more until it ends or becomes worse. The end is told. It is safe to repeat. An incident that has ended can’t be acknowledged.",
  response: null,
  errors: ["resource_not_found", "resource_invalid"],
};
