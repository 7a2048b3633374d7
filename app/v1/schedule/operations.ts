import type { Operation } from "@/lib/api/operation";

export const previewSchedule: Operation = {
  id: "previewSchedule",
  method: "GET",
  path: "/v1/schedule",
  title: "Preview a schedule",
  description:
    "Returns the next runs of a schedule, and its terms for a snitch. Refuses a schedule that a snitch could not have.",
  query: [
    { name: "schedule", description: "As for a new snitch; separate several lines by line feeds." },
    { name: "timezone", description: "The IANA time zone; UTC by default." },
    {
      name: "grace",
      description: "In seconds; if left out, the default for the schedule.",
      schema: { type: "integer", minimum: 0 },
    },
    { name: "active", description: "The hours in which the job runs." },
    {
      name: "from",
      description: "The runs after this time (ISO 8601); now by default.",
      schema: { type: "string", format: "date-time" },
    },
    {
      name: "count",
      description: "How many runs, from 1 to 100; 5 by default.",
      schema: { type: "integer", minimum: 1, maximum: 100, default: 5 },
    },
  ],
  response: "Schedule",
  errors: ["resource_invalid"],
};
