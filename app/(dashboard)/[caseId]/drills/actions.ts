"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { caseAction } from "@/app/actions/case-action";
import { fields } from "@/app/actions/inputs";
import { drillPlan, savePlan } from "@/lib/drills/plan";
import { startDrill } from "@/lib/drills/start";

export const startDrillAction = caseAction("manage_channels", [], async ({ theCase, by, now }) => {
  const id = await startDrill(theCase.id, by, now);
  redirect(`/${theCase.id}/drills/${id}`);
});

export const planDrillsAction = caseAction(
  "manage_channels",
  [fields(drillPlan)],
  async ({ theCase, by, now }, plan) => {
    await savePlan(theCase.id, plan, by, now);
    refresh();
  },
);
