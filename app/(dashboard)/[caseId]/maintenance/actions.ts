"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { caseAction, caseActions } from "@/app/actions/case-action";
import { readId } from "@/app/actions/inputs";
import { addMaintenance } from "@/lib/maintenance/add";
import { changeMaintenance } from "@/lib/maintenance/change";
import { endMaintenance } from "@/lib/maintenance/end";
import { maintenanceChanges, newMaintenance } from "@/lib/maintenance/input";
import { removeMaintenance } from "@/lib/maintenance/remove";
import { parse } from "@/lib/platform/refusal";
import { withTokens } from "@/lib/snitches/resolve-names";
import { readMaintenanceFields } from "./maintenance-form";
import { nextTwoHours } from "./next-two-hours";

const onMaintenance = caseActions("manage_snitches", readId("maintenance"));

export const addMaintenanceAction = caseAction("manage_snitches", [], async ({ theCase, by, form }) => {
  const input = parse(newMaintenance, readMaintenanceFields(form));
  await addMaintenance(theCase.id, await withTokens(theCase.id, "snitches", input), by);
  redirect(`/${theCase.id}/maintenance`);
});

/** Begins two hours of maintenance for the whole case. */
export const startMaintenanceAction = caseAction("manage_snitches", [], async ({ theCase, by, now }) => {
  await addMaintenance(theCase.id, nextTwoHours(now), by);
  refresh();
});

export const changeMaintenanceAction = onMaintenance(async ({ theCase, by, now, form }, id) => {
  const changes = parse(maintenanceChanges, readMaintenanceFields(form));
  await changeMaintenance(theCase.id, id, await withTokens(theCase.id, "snitches", changes), now, by);
  redirect(`/${theCase.id}/maintenance`);
});

export const endMaintenanceAction = onMaintenance(({ theCase, by, now }, id) =>
  endMaintenance(theCase.id, id, now, by),
);

export const removeMaintenanceAction = onMaintenance(async ({ theCase, by, now }, id) => {
  await removeMaintenance(theCase.id, id, now, by);
  redirect(`/${theCase.id}/maintenance`);
});
