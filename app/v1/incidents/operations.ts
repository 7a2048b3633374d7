import type { Operation } from "@/lib/api/operation";
import { INCIDENT_STATUSES } from "@/lib/incidents/list";

export const listIncidents: Operation = {
  id: "listIncidents",
  method: "GET",
  path: "/v1/incidents",
  title: "List incidents",
  description:
    "Returns the incidents of the case, newest first: each is the time from when a snitch becomes missing or errored until it recovers. For the next page, send the id of the last incident as `after`.",
  query: [
    {
      name: "status",
      description: "`open` or `closed`: only such incidents are returned.",
      schema: { type: "string", enum: [...INCIDENT_STATUSES] },
    },
    { name: "snitch", description: "The token of a snitch: only its incidents are returned." },
    {
      name: "after",
      description: "The id of an incident: only those after it in the list are returned.",
      schema: { type: "string", format: "uuid" },
    },
    {
      name: "limit",
      description: "How many incidents, from 1 to 100; 100 by default.",
      schema: { type: "integer", minimum: 1, maximum: 100, default: 100 },
    },
  ],
  response: "Incidents",
  errors: ["resource_not_found", "resource_invalid"],
};
