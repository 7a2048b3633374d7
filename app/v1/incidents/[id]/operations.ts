import type { Operation } from "@/lib/api/operation";

export const showIncident: Operation = {
  id: "showIncident",
  method: "GET",
  path: "/v1/incidents/{id}",
  title: "Show an incident",
  description: "Returns one incident.",
  response: "Incident",
  errors: ["resource_not_found"],
};
