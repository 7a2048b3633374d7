import type { Operation } from "@/lib/api/operation";

export const showRun: Operation = {
  id: "showRun",
  method: "GET",
  path: "/v1/snitches/{token}/runs/{id}",
  title: "Show a run",
  description: "Returns one run, with the end of its output.",
  response: "Run",
  errors: ["resource_not_found"],
};
