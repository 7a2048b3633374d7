import type { Operation } from "@/lib/api/operation";

export const searchRuns: Operation = {
  id: "searchRuns",
  method: "GET",
  path: "/v1/runs",
  title: "Search in outputs",
  description:
    "Returns the runs of the case whose outputs of the last 30 days have all words of `q`, newest first, each with its snitch and the line that was found. An output can be searched within a minute or so.",
  query: [
    { name: "q", description: "Words, of which each may be the beginning of one. Without it, all outputs." },
    {
      name: "limit",
      description: "How many runs to return: 1 to 100, by default 50.",
      schema: { type: "integer", minimum: 1, maximum: 100, default: 50 },
    },
    {
      name: "before",
      description: "The id of a run: only runs before it are returned.",
      schema: { type: "string", format: "uuid" },
    },
  ],
  response: "FoundRuns",
  errors: ["resource_invalid"],
};
