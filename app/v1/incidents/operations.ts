import type { Operation } from "@/lib/api/operation";

export const listIncidents: Operation = {
  id: "listIncidents",
  method: "GET",
  path: "/v1/incidents",
  title: "List incidents",
  description:
    "Returns the incidents of the case, newest first: each is the time from a snitch turning bad to its being good again. For the page after it, send the id of its last incident as `after`.",
  query: [
    { name: "status", description: "`open` or `closed`: only such incidents." },
    { name: "snitch", description: "The token of a snitch: only its incidents." },
    { name: "after", description: "The id of an incident: only those after it in the list." },
    { name: "limit", description: "How many incidents, from 1 to 100; 100 by default." },
  ],
  response: "Incidents",
  errors: ["resource_not_found", "resource_invalid"],
};
