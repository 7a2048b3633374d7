"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { caseAction } from "@/app/actions/case-action";
import { fields, refuseUnlessRepeated } from "@/app/actions/inputs";
import { caseChanges, ownFrequency } from "@/lib/cases/input";
import { changeMemberFrequency } from "@/lib/cases/member-frequency";
import { removeCase } from "@/lib/cases/remove";
import { updateCase } from "@/lib/cases/update";

export const updateCaseAction = caseAction(
  "change_settings",
  [fields(caseChanges)],
  async ({ theCase, by }, changes) => {
    await updateCase(theCase.id, changes, by);
    refresh();
  },
);

/** Every member decides how often they are e-mailed themselves. */
export const changeOwnFrequencyAction = caseAction(
  "see",
  [fields(ownFrequency)],
  async ({ theCase, user, by }, { frequency }) => {
    await changeMemberFrequency(theCase.id, user.id, frequency, by);
    refresh();
  },
);

export const removeCaseAction = caseAction("own", [], async ({ theCase, by, form }) => {
  refuseUnlessRepeated(form, "name", theCase.name);
  await removeCase(theCase.id, by);
  redirect("/");
});
