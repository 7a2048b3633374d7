"use server";

import { redirect } from "next/navigation";
import { caseAction } from "@/app/actions/case-action";
import { snitchToken } from "@/app/actions/inputs";
import { removeSnitch } from "@/lib/monitoring/remove";
import { addExample, refuseUnlessExample } from "@/lib/snitches/example";

/** Adds the example job to a case, and opens it. */
export const addExampleAction = caseAction("manage_snitches", [], async ({ theCase, user, by }) => {
  const token = await addExample(theCase, user.email, by);
  redirect(`/${theCase.id}/snitches/${token}`);
});

/** Removes the example job of a case. */
export const removeExampleAction = caseAction(
  "manage_snitches",
  [snitchToken],
  async ({ theCase, by }, token) => {
    await refuseUnlessExample(theCase.id, token);
    await removeSnitch(theCase.id, token, by);
    redirect(`/${theCase.id}`);
  },
);
