"use server";

import { redirect } from "next/navigation";
import { caseAction } from "@/app/actions/case-action";
import { parse } from "@/lib/api/parse";
import { createSnitch, refuseBeyondLimit } from "@/lib/snitches/create";
import { newSnitch } from "@/lib/snitches/input";
import { readSnitchFields } from "../snitch-form";

export const createSnitchAction = caseAction("manage_snitches", [], async ({ theCase, by, form }) => {
  // A full plan is refused first: correcting the fields would not help.
  await refuseBeyondLimit(theCase);
  const { token } = await createSnitch(theCase, parse(newSnitch, readSnitchFields(form)), by);
  redirect(`/${theCase.id}/snitches/${token}/setup`);
});
