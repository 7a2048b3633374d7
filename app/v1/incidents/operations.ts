import type { Operation } from "@/lib/api/operation";

export const listIncidents: Operation = {
  id: "listIncidents",
  method: "GET",
  path: "/v1/incidents",
  title: "List incidents",
  description:
    "Returns the incidents of the case, newest first: each is the time from when a snitch becomes missing or errored until it recovers. For the next page, send the id of the last incident as `after`.",
  query: [
    { name: "status", description: "`open` or `closed`: only such incidents are returned." },
    { name: "snitch", description: "The token of a snitch: only its incidents are returned." },
    { name: "after", description: "The id of an incident: only those after it in the list are returned." },
    { name: "limit", description: "How many incidents, from 1 to 100; 100 by default." },
  ],
  response: "Incidents",
  errors: ["resource_not_found", "resource_invalid"],
};
