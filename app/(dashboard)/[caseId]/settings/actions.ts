"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { caseAction } from "@/app/actions/case-action";
import { fields, refuseUnlessRepeated } from "@/app/actions/inputs";
import { caseChanges, memberEmails } from "@/lib/cases/input";
import { changeMemberEmails } from "@/lib/cases/member-emails";
import { removeCase } from "@/lib/cases/remove";
import { updateCase } from "@/lib/cases/update";
import { saveSteps } from "@/lib/incidents/escalation-steps";
import { readEscalationSteps } from "./escalation-form";

export const updateCaseAction = caseAction(
  "change_settings",
  [fields(caseChanges)],
  async ({ theCase, by }, changes) => {
    await updateCase(theCase.id, changes, by);
    refresh();
  },
);

/** Every member decides which e-mails they get themselves. */
export const changeOwnEmailsAction = caseAction(
  "see",
  [fields(memberEmails)],
  async ({ theCase, user, by, now }, changes) => {
    await changeMemberEmails(theCase.id, user.id, changes, by, now);
    refresh();
  },
);

export const saveEscalationAction = caseAction("change_settings", [], async ({ theCase, by, form }) => {
  await saveSteps(theCase.id, readEscalationSteps(form), by);
  refresh();
});

export const removeCaseAction = caseAction("own", [], async ({ theCase, by, form }) => {
  refuseUnlessRepeated(form, "name", theCase.name);
  await removeCase(theCase.id, by);
  redirect("/");
});
