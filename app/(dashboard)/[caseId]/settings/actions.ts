"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { caseAction } from "@/app/actions/case-action";
import { CONFIRMED } from "@/app/actions/confirmation";
import { fields, refuseUnlessRepeated } from "@/app/actions/inputs";
import { caseChanges } from "@/lib/cases/input";
import { removeCase } from "@/lib/cases/remove";
import { updateCase } from "@/lib/cases/update";
import { saveSteps } from "@/lib/incidents/escalation-steps";
import { readEscalationSteps } from "./notifications/escalation-form";
import { readHintFields } from "./notifications/hint-form";

export const updateCaseAction = caseAction(
  "change_settings",
  [fields(caseChanges)],
  async ({ theCase, by }, changes) => {
    await updateCase(theCase.id, changes, by);
    refresh();
  },
);

export const saveEscalationAction = caseAction("change_settings", [], async ({ theCase, by, form }) => {
  await saveSteps(theCase.id, readEscalationSteps(form), by);
  refresh();
});

export const saveHintsAction = caseAction("change_settings", [], async ({ theCase, by, form }) => {
  await updateCase(theCase.id, { hints: readHintFields(form) }, by);
  refresh();
});

export const removeCaseAction = caseAction(
  "own",
  [],
  async ({ theCase, by, form }) => {
    refuseUnlessRepeated(form, "name", theCase.name);
    await removeCase(theCase.id, by);
    redirect("/");
  },
  CONFIRMED,
);
