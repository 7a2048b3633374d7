"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { caseAction } from "@/app/actions/case-action";
import { readId } from "@/app/actions/inputs";
import { acknowledgeIncident } from "@/lib/incidents/acknowledge";
import { changeMany } from "@/lib/incidents/change-many";
import { snoozeIncident, unsnoozeIncident } from "@/lib/incidents/snooze";
import { Refusal } from "@/lib/platform/refusal";
import { isUuid } from "@/lib/rules/uuid";
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

/** How many incidents a form may name: more than a page has. */
const MAX_SELECTED = 200;

/** Acknowledges or snoozes the selected incidents. Returns what was done, in a sentence. */
export const changeIncidentsAction = caseAction("manage_snitches", [], async ({ theCase, by, form, now }) => {
  const ids = form.getAll("incident").map(String).filter(isUuid).slice(0, MAX_SELECTED);
  if (ids.length === 0) throw new Refusal("resource_invalid", "Select incidents first.");
  const until = form.get("verb") === "snooze" ? readSnoozeEnd(form, now) : null;
  const count = await changeMany(ids, (id) =>
    until ? snoozeIncident(theCase.id, id, until, now, by) : acknowledgeIncident(theCase.id, id, now, by),
  );
  refresh();
  const others = ids.length - count;
  const over = others === 0 ? "" : ` ${others} ${others === 1 ? "was" : "were"} over already.`;
  return `${count} ${until ? "snoozed" : "acknowledged"}.${over}`;
});
