import type { Operation } from "@/lib/api/operation";

export const showRun: Operation = {
  id: "showRun",
  method: "GET",
  path: "/v1/snitches/{token}/runs/{id}",
  title: "Show a run",
  description: "Returns one run with the end of what it printed.",
  response: "Run",
  errors: ["resource_not_found"],
};
