"use server";

import { refresh } from "next/cache";
import { caseAction } from "@/app/actions/case-action";
import { fields, snitchToken } from "@/app/actions/inputs";
import { WHOLE_CASE } from "@/lib/cases/key-scope";
import { updateSnitch } from "@/lib/monitoring/update";
import { snitchChanges } from "@/lib/snitches/input";
import { readReplayAttributes } from "./replay-form";

/** Gives the snitch the settings that were tried. */
export const applySettingsAction = caseAction(
  "manage_snitches",
  [snitchToken, fields(snitchChanges, (form) => readReplayAttributes(Object.fromEntries(form)))],
  async ({ theCase, by, now }, token, changes) => {
    await updateSnitch(theCase.id, token, changes, now, by, WHOLE_CASE);
    refresh();
  },
);
