import { operation, parseId, route } from "@/lib/api/operation";
import { refuseIfOnHold } from "@/lib/cases/plan";
import { changeMaintenance } from "@/lib/maintenance/change";
import { maintenanceChanges } from "@/lib/maintenance/input";
import { findMaintenance } from "@/lib/maintenance/list";
import { presentedMaintenance, presentMaintenance } from "@/lib/maintenance/present";
import { removeMaintenance } from "@/lib/maintenance/remove";
import { findMaintenanceInScope, refuseToCoverMore } from "@/lib/maintenance/scope";
import { notFound } from "@/lib/platform/refusal";

async function show(caseId: string, id: string) {
  const maintenance = await findMaintenance(caseId, id);
  if (!maintenance) throw notFound("maintenance");
  return presentMaintenance(maintenance);
}

const WEEKLY = {
  name: "Weekly upgrade",
  schedule: "0 2 * * 0",
  timezone: "Europe/Riga",
  duration: 7_200,
};

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  GET: operation({
    id: "showMaintenance",
    title: "Show maintenance",
    description: "Returns one maintenance entry of the case.",
    response: { name: "Maintenance", schema: presentedMaintenance },
    errors: ["resource_not_found"],
    narrowable: true,
    handle: async ({ theCase, params, scope }) =>
      presentMaintenance(await findMaintenanceInScope(theCase.id, parseId(params, "maintenance"), scope)),
  }),
  PATCH: operation({
    id: "updateMaintenance",
    title: "Update maintenance",
    description:
      "Updates the attributes that are sent. One of `all`, `tags` and `snitches` replaces the others; times replace a schedule, and vice versa.",
    body: { schema: maintenanceChanges, name: "MaintenanceChanges" },
    response: { name: "Maintenance", schema: presentedMaintenance },
    example: {
      body: WEEKLY,
      response: { ...WEEKLY, starts_at: undefined, ends_at: undefined },
    },
    errors: ["account_on_hold", "resource_not_found"],
    narrowable: true,
    handle: async ({ theCase, params, by, scope, body }) => {
      refuseIfOnHold(theCase);
      const changes = await body();
      const { id } = await findMaintenanceInScope(theCase.id, parseId(params, "maintenance"), scope);
      await refuseToCoverMore(theCase.id, scope, changes);
      await changeMaintenance(theCase.id, id, changes, new Date(), by);
      return show(theCase.id, id);
    },
  }),
  DELETE: operation({
    id: "removeMaintenance",
    title: "Delete maintenance",
    description: "Deletes maintenance. Misses that it excused count again.",
    response: null,
    errors: ["resource_not_found"],
    narrowable: true,
    handle: async ({ theCase, params, by, scope }) => {
      const { id } = await findMaintenanceInScope(theCase.id, parseId(params, "maintenance"), scope);
      await removeMaintenance(theCase.id, id, new Date(), by);
    },
  }),
});
