"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { caseAction, caseCommand } from "@/app/actions/case-action";
import { fields, refuseUnlessRepeated, snitchToken, text } from "@/app/actions/inputs";
import { parse } from "@/lib/api/parse";
import { checkInNow } from "@/lib/check-ins/check-in-now";
import { pauseSnitch, unpauseSnitch } from "@/lib/monitoring/pause";
import { updateSnitch } from "@/lib/monitoring/update";
import { invalid, notFound } from "@/lib/platform/refusal";
import { findSnitch } from "@/lib/snitches/find";
import { type PauseTerms, pauseUntil, snitchChanges } from "@/lib/snitches/input";
import { removeSnitch } from "@/lib/snitches/remove";
import { readSnitchFields } from "../../snitch-form";

export const pauseSnitchAction = caseAction(
  "manage_snitches",
  [snitchToken],
  async ({ theCase, by, form, now }, token) => {
    await pauseSnitch(theCase.id, token, parsePauseTerms(form, now), now, by);
    refresh();
  },
);

/** A time field contains “2026-03-10T04:00”, which means UTC here. */
function parsePauseTerms(form: FormData, now: Date): PauseTerms {
  const time = form.get("time");
  if (time === null) return parse(pauseUntil(now), { until: form.get("until") });
  const terms = pauseUntil(now).safeParse({ until: `${String(time).slice(0, 16)}:00Z` });
  if (!terms.success) throw invalid([{ attribute: "time", message: "must be a time in the future" }]);
  return terms.data;
}

export const unpauseSnitchAction = caseAction(
  "manage_snitches",
  [snitchToken],
  async ({ theCase, by, now }, token) => {
    await unpauseSnitch(theCase.id, token, now, by);
    refresh();
  },
);

// These two resolve with the message of a refusal, or undefined.

export const pauseFromListAction = caseCommand(
  "manage_snitches",
  [snitchToken, text],
  async ({ theCase, by, now }, token, until) => {
    await pauseSnitch(theCase.id, token, parse(pauseUntil(now), { until }), now, by);
    refresh();
    return undefined;
  },
);

export const unpauseFromListAction = caseCommand(
  "manage_snitches",
  [snitchToken],
  async ({ theCase, by, now }, token) => {
    await unpauseSnitch(theCase.id, token, now, by);
    refresh();
    return undefined;
  },
);

export const updateSnitchAction = caseAction(
  "manage_snitches",
  [snitchToken, fields(snitchChanges, readSnitchFields)],
  async ({ theCase, by, now }, token, changes) => {
    await updateSnitch(theCase.id, token, changes, now, by);
    refresh();
  },
);

export const removeSnitchAction = caseAction(
  "manage_snitches",
  [snitchToken],
  async ({ theCase, by, form }, token) => {
    const snitch = await findSnitch(theCase.id, token);
    if (!snitch) throw notFound("snitch");
    refuseUnlessRepeated(form, "name", snitch.name);
    await removeSnitch(theCase.id, token, by);
    redirect(`/${theCase.id}`);
  },
);

export const checkInNowAction = caseAction(
  "manage_snitches",
  [snitchToken],
  async ({ theCase, by, now }, token) => {
    await checkInNow(theCase.id, token, now, by);
    refresh();
  },
);
