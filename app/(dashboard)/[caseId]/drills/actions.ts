"use server";

import { redirect } from "next/navigation";
import { caseAction } from "@/app/actions/case-action";
import { startDrill } from "@/lib/drills/start";

export const startDrillAction = caseAction("manage_webhooks", [], async ({ theCase, by, now }) => {
  const id = await startDrill(theCase.id, by, now);
  redirect(`/${theCase.id}/drills/${id}`);
});
