"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { caseAction } from "@/app/actions/case-action";
import { matching, snitchToken, text } from "@/app/actions/inputs";
import { WHOLE_CASE } from "@/lib/cases/key-scope";
import { updateSnitch } from "@/lib/monitoring/update";
import { parse } from "@/lib/platform/refusal";
import { SUGGESTIONS } from "@/lib/rules/suggestions/suggestion";
import { snitchChanges } from "@/lib/snitches/input";
import { dismissSuggestion } from "@/lib/suggestions/dismiss";

export const dismissSuggestionAction = caseAction(
  "manage_snitches",
  [snitchToken, matching(z.enum(SUGGESTIONS))],
  async ({ theCase, by }, token, suggestion) => {
    await dismissSuggestion(theCase.id, token, suggestion, by);
    refresh();
  },
);

/** Sets what would have kept a snitch from flapping. */
export const followRemedyAction = caseAction(
  "manage_snitches",
  [snitchToken, matching(z.enum(["grace", "alert_after"])), text],
  async ({ theCase, by, now }, token, attribute, value) => {
    const changes = parse(snitchChanges, { [attribute]: Number(value) });
    await updateSnitch(theCase.id, token, changes, now, by, WHOLE_CASE);
    refresh();
  },
);
