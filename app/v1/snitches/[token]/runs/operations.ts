import type { Operation } from "@/lib/api/operation";

export const listRuns: Operation = {
  id: "listRuns",
  method: "GET",
  path: "/v1/snitches/{token}/runs",
  title: "List runs",
  description:
    "Returns the latest runs of a snitch whose job reports starts and finishes, newest first. For the next page, send the id of the last run as `before`.",
  query: [
    {
      name: "limit",
      description: "How many runs, from 1 to 100; 50 by default.",
      schema: { type: "integer", minimum: 1, maximum: 100, default: 50 },
    },
    {
      name: "before",
      description: "The id of a run or a time (ISO 8601): only runs before it are returned.",
    },
  ],
  response: "Runs",
  errors: ["resource_not_found", "resource_invalid"],
};
