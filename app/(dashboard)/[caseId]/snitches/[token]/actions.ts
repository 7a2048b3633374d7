"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { caseAction, caseActions, caseCommand } from "@/app/actions/case-action";
import { argument, fields, refuseUnlessRepeated, snitchToken, text } from "@/app/actions/inputs";
import { WHOLE_CASE } from "@/lib/cases/key-scope";
import { checkInNow } from "@/lib/check-ins/check-in-now";
import { pauseSnitch, unpauseSnitch } from "@/lib/monitoring/pause";
import { removeSnitch } from "@/lib/monitoring/remove";
import { replaceCheckInUrl } from "@/lib/monitoring/replace-check-in-url";
import { snoozeSnitch } from "@/lib/monitoring/snooze";
import { updateSnitch } from "@/lib/monitoring/update";
import { env } from "@/lib/platform/env";
import { invalidAttribute, notFound, parse } from "@/lib/platform/refusal";
import { findSnitch } from "@/lib/snitches/find";
import { pauseUntil, snitchChanges, urlReplacementForm } from "@/lib/snitches/input";
import { withTokens } from "@/lib/snitches/resolve-names";
import { parseTime } from "@/lib/snitches/time-input";
import { parseForm } from "../forms/read-form";
import { findSection, isSectionName } from "../forms/sections";
import { readPauseTerms } from "./pause-form";

const onSnitch = caseActions("manage_snitches", snitchToken);

export const pauseSnitchAction = onSnitch(({ theCase, by, form, now }, token) =>
  pauseSnitch(theCase.id, token, readPauseTerms(form, now), now, by),
);

/** The same on a page of its own, which leads to the snitch. */
export const snoozeSnitchAction = onSnitch(async ({ theCase, by, form, now }, token) => {
  await pauseSnitch(theCase.id, token, readPauseTerms(form, now), now, by);
  redirect(`/${theCase.id}/snitches/${token}`);
});

export const unpauseSnitchAction = onSnitch(({ theCase, by, now }, token) =>
  unpauseSnitch(theCase.id, token, now, by),
);

// These four resolve with the message of a refusal, or undefined.

export const pauseFromListAction = caseCommand(
  "manage_snitches",
  [snitchToken, text],
  async ({ theCase, by, now }, token, until) => {
    const terms = parse(pauseUntil(now), { until });
    await pauseSnitch(theCase.id, token, terms, now, by);
    refresh();
    return undefined;
  },
);

/** Snoozes the open incident of the snitch until a time. */
export const snoozeFromListAction = caseCommand(
  "manage_snitches",
  [snitchToken, text],
  async ({ theCase, by, now }, token, until) => {
    const end = parseTime(until);
    if (!end) throw invalidAttribute("until", "must be a time in the future");
    await snoozeSnitch(theCase.id, token, end, now, by);
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

export const checkInFromListAction = caseCommand(
  "manage_snitches",
  [snitchToken],
  async ({ theCase, by, now }, token) => {
    await checkInNow(theCase.id, token, now, by);
    refresh();
    return undefined;
  },
);

const sectionName = argument((value) => {
  if (isSectionName(value)) return value;
  throw notFound("section");
});

/** Saves the form of one section, which leads back to all of them. */
export const updateSnitchAction = caseAction(
  "manage_snitches",
  [snitchToken, sectionName],
  async ({ theCase, by, form, now }, token, section) => {
    const { readers, schema = snitchChanges } = findSection(section);
    const changes = await withTokens(theCase.id, "depends_on", parseForm(schema, readers(form)));
    await updateSnitch(theCase.id, token, changes, now, by, WHOLE_CASE);
    redirect(`/${theCase.id}/snitches/${token}/settings#${section}`);
  },
);

/** Changes the time zone of a schedule to one that its check-ins suggest. */
export const changeTimezoneAction = caseAction(
  "manage_snitches",
  [snitchToken, text],
  async ({ theCase, by, now }, token, timezone) => {
    await updateSnitch(theCase.id, token, { timezone }, now, by, WHOLE_CASE);
    refresh();
  },
);

export const removeSnitchAction = onSnitch(async ({ theCase, by, form }, token) => {
  const snitch = await findSnitch(theCase.id, token);
  if (!snitch) throw notFound("snitch");
  refuseUnlessRepeated(form, "name", snitch.name);
  await removeSnitch(theCase.id, token, by);
  redirect(`/${theCase.id}`);
});

/** The result contains the new URL. */
export const replaceUrlAction = caseAction(
  "manage_snitches",
  [snitchToken, fields(urlReplacementForm)],
  async ({ theCase, by, now }, token, { overlap_hours: hours }) => {
    const { checkInKey, formerWorksUntil } = await replaceCheckInUrl(theCase.id, token, hours, now, by);
    refresh();
    return {
      value: `${env.CHECK_IN_URL}/${checkInKey}`,
      formerWorksUntil: hours > 0 ? formerWorksUntil : null,
    };
  },
);

export const checkInNowAction = onSnitch(({ theCase, by, now }, token) =>
  checkInNow(theCase.id, token, now, by),
);
