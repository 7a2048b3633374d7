"use server";

import { redirect } from "next/navigation";
import { caseAction } from "@/app/actions/case-action";
import { WHOLE_CASE } from "@/lib/cases/key-scope";
import { parse } from "@/lib/platform/parse";
import { createSnitch, refuseBeyondLimit } from "@/lib/snitches/create";
import { newSnitch } from "@/lib/snitches/input";
import { withTokens } from "@/lib/snitches/resolve-names";
import { readSnitchFields } from "../snitches/forms/snitch-form";

export const createSnitchAction = caseAction("manage_snitches", [], async ({ theCase, by, form }) => {
  // Checked before the fields: correcting them would not help a case that is on hold or has a full plan.
  await refuseBeyondLimit(theCase);
  const input = parse(newSnitch, readSnitchFields(form));
  const { token } = await createSnitch(
    theCase,
    await withTokens(theCase.id, "depends_on", input),
    by,
    WHOLE_CASE,
  );
  redirect(`/${theCase.id}/snitches/${token}/setup`);
});
