"use server";

import { refresh } from "next/cache";
import { caseAction } from "@/app/actions/case-action";
import { snitchToken } from "@/app/actions/inputs";
import { WHOLE_CASE } from "@/lib/cases/key-scope";
import { updateSnitch } from "@/lib/monitoring/update";
import { snitchChanges } from "@/lib/snitches/input";
import { parseForm } from "../../forms/read-form";
import { replayReaders } from "./replay-form";

/** Gives the snitch the settings that were tried. */
export const applySettingsAction = caseAction(
  "manage_snitches",
  [snitchToken],
  async ({ theCase, by, form, now }, token) => {
    const changes = parseForm(snitchChanges, replayReaders(Object.fromEntries(form)));
    await updateSnitch(theCase.id, token, changes, now, by, WHOLE_CASE);
    refresh();
  },
);
