import type { Operation } from "@/lib/api/operation";

export const listMachines: Operation = {
  id: "listMachines",
  method: "GET",
  path: "/v1/machines",
  title: "List machines",
  description:
    "Returns the machines that the runs of the case named as their `host`, by name: at most 1,000, and none that has not reported for 30 days.",
  response: "Machines",
  errors: [],
};
