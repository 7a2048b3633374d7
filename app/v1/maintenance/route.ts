import { z } from "zod";
import { readObject } from "@/lib/api/body";
import { operation, route } from "@/lib/api/operation";
import { isAllowed, refuseWithout } from "@/lib/cases/api-key-access";
import { refuseIfOnHold } from "@/lib/cases/plan";
import { planMachineMaintenance } from "@/lib/machines/plan-maintenance";
import { addMaintenance } from "@/lib/maintenance/add";
import { newMaintenance } from "@/lib/maintenance/input";
import { findMaintenance } from "@/lib/maintenance/list";
import { presentedMaintenance, presentMaintenance } from "@/lib/maintenance/present";
import { listMaintenanceInScope, refuseToCoverMore } from "@/lib/maintenance/scope";
import { notFound, parse } from "@/lib/platform/refusal";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  GET: operation({
    id: "listMaintenance",
    title: "List maintenance",
    description: "Returns all maintenance of the case, including past maintenance, oldest first.",
    response: { name: "MaintenanceList", schema: z.array(presentedMaintenance) },
    narrowable: true,
    handle: async ({ theCase, scope }) =>
      (await listMaintenanceInScope(theCase.id, scope)).map(presentMaintenance),
  }),
  POST: operation({
    id: "createMaintenance",
    title: "Plan maintenance",
    description:
      "Plans a window during which no one is notified about the covered snitches. Misses with a deadline in the window and errors reported in it are excused. Send exactly one of `all`, `tags` and `snitches`, and either `starts_at` and `ends_at`, or `schedule` and `duration`. The window can be in the past. With `host` instead, it covers the snitches whose latest run came from that machine; with only `duration`, it starts now. Keys with `acknowledge` access can send only `host` and `duration`.",
    body: { schema: newMaintenance, name: "NewMaintenance" },
    response: { name: "Maintenance", schema: presentedMaintenance },
    example: {
      body: {
        name: "Database upgrade",
        tags: ["database"],
        starts_at: "2030-05-04T22:00:00.000Z",
        ends_at: "2030-05-05T02:00:00.000Z",
      },
    },
    errors: ["account_on_hold"],
    narrowable: true,
    // A machine starts its own maintenance before a reboot, with its own key.
    needs: "acknowledge",
    countsAs: "change",
    handle: async ({ request, theCase, by, scope, access }) => {
      const body = await readObject(request);
      const isOfMachine = typeof body === "object" && body !== null && "host" in body;
      if (!isOfMachine) refuseWithout("change", { access });
      refuseIfOnHold(theCase);
      const onlyNow = !isAllowed(access, "change");
      const input = isOfMachine
        ? await planMachineMaintenance(theCase.id, body, { scope, now: new Date(), onlyNow })
        : parse(newMaintenance, body);
      await refuseToCoverMore(theCase.id, scope, input);
      const maintenance = await findMaintenance(theCase.id, await addMaintenance(theCase.id, input, by));
      if (!maintenance) throw notFound("maintenance");
      return presentMaintenance(maintenance);
    },
  }),
});
