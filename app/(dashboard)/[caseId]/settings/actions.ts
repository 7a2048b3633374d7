"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { caseAction } from "@/app/actions/case-action";
import { fields, refuseUnlessRepeated } from "@/app/actions/inputs";
import { caseChanges } from "@/lib/cases/input";
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

export const removeCaseAction = caseAction("own", [], async ({ theCase, by, form }) => {
  refuseUnlessRepeated(form, "name", theCase.name);
  await removeCase(theCase.id, by);
  redirect("/");
});
