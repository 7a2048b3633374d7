import { z } from "zod";
import { operation } from "@/lib/api/operation";
import { route } from "@/lib/api/route";
import { listMachines, presentedMachine, presentMachine } from "@/lib/machines/list";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  GET: operation({
    id: "listMachines",
    title: "List machines",
    description:
      "Returns the machines that the runs of the case named as their `host`, by name: at most 1,000, and none that has not reported for 30 days.",
    response: { name: "Machines", schema: z.array(presentedMachine) },
    narrowable: true,
    handle: async ({ theCase, scope }) => (await listMachines(theCase.id, scope)).map(presentMachine),
  }),
});
