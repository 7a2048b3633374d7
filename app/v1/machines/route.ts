import { z } from "zod";
import { operation, route } from "@/lib/api/operation";
import { listMachines, presentedMachine, presentMachine } from "@/lib/machines/list";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  GET: operation({
    id: "listMachines",
    title: "List machines",
    description:
      "Returns the machines that runs reported as their `host` in the last 30 days, by name; at most 1,000.",
    response: { name: "Machines", schema: z.array(presentedMachine) },
    narrowable: true,
    handle: async ({ theCase, scope }) => (await listMachines(theCase.id, scope)).map(presentMachine),
  }),
});
