"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { caseAction } from "@/app/actions/case-action";
import { readId } from "@/app/actions/inputs";
import { acknowledgeIncident } from "@/lib/incidents/acknowledge";
import { snoozeIncident, unsnoozeIncident } from "@/lib/incidents/snooze";
import { readSnoozeEnd } from "./snooze-form";
import { unlessOver } from "./unless-over";

export const acknowledgeIncidentAction = caseAction(
  "manage_snitches",
  [readId("incident")],
  async ({ theCase, by, now }, id) => {
    await unlessOver(() => acknowledgeIncident(theCase.id, id, now, by));
    refresh();
  },
);

export const snoozeIncidentAction = caseAction(
  "manage_snitches",
  [readId("incident")],
  async ({ theCase, by, form, now }, id) => {
    const until = readSnoozeEnd(form, now);
    await unlessOver(() => snoozeIncident(theCase.id, id, until, now, by));
    refresh();
  },
);

/** The same on a page of its own, which leads to the incident. */
export const snoozeAndOpenAction = caseAction(
  "manage_snitches",
  [readId("incident")],
  async ({ theCase, by, form, now }, id) => {
    const until = readSnoozeEnd(form, now);
    await unlessOver(() => snoozeIncident(theCase.id, id, until, now, by));
    redirect(`/${theCase.id}/incidents/${id}`);
  },
);

export const unsnoozeIncidentAction = caseAction(
  "manage_snitches",
  [readId("incident")],
  async ({ theCase, by, now }, id) => {
    await unlessOver(() => unsnoozeIncident(theCase.id, id, now, by));
    refresh();
  },
);
