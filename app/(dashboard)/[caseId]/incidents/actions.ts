"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { caseAction, caseActions, caseCommand } from "@/app/actions/case-action";
import { readId } from "@/app/actions/inputs";
import type { Actor } from "@/lib/audit/record";
import { MAX_COUNTED } from "@/lib/cases/frame";
import { acknowledgeIncident, unacknowledgeIncident } from "@/lib/incidents/acknowledge";
import { assignIncident } from "@/lib/incidents/assign";
import { changeMany } from "@/lib/incidents/change-many";
import { findIncident } from "@/lib/incidents/list";
import { newNote } from "@/lib/incidents/notes";
import { snoozeIncident, unsnoozeIncident } from "@/lib/incidents/snooze";
import { pauseSnitch } from "@/lib/monitoring/pause";
import { notFound, parse, Refusal } from "@/lib/platform/refusal";
import { isUuid } from "@/lib/rules/uuid";
import { addPublicNote } from "@/lib/status-pages/notices/publish-note";
import { readPauseTerms } from "../snitches/[token]/pause-form";
import { readSnoozeEnd } from "./snooze-form";
import { unlessOver } from "./unless-over";

const onIncident = caseActions("manage_snitches", readId("incident"));

export const acknowledgeIncidentAction = onIncident(({ theCase, by, now }, id) =>
  unlessOver(() => acknowledgeIncident(theCase.id, id, now, by)),
);

export const unacknowledgeIncidentAction = onIncident(({ theCase, by, now }, id) =>
  unlessOver(() => unacknowledgeIncident(theCase.id, id, now, by)),
);

export const assignIncidentAction = onIncident(async ({ theCase, by, form, now }, id) => {
  const member = String(form.get("member") ?? "");
  await unlessOver(() => assignIncident(theCase.id, id, member === "" ? null : member, now, by));
});

export const addNoteAction = onIncident(async ({ theCase, by, form, now }, id) => {
  const pages = form.getAll("pages");
  const note = parse(newNote, { state: form.get("state") || null, text: form.get("text") ?? "", pages });
  await addPublicNote(theCase.id, id, note, now, by);
});

/** To acknowledge from the menu of a row. Resolves with the message of a refusal, or undefined. */
export const acknowledgeFromListAction = caseCommand(
  "manage_snitches",
  [readId("incident")],
  async ({ theCase, by, now }, id) => {
    await unlessOver(() => acknowledgeIncident(theCase.id, id, now, by));
    refresh();
    return undefined;
  },
);

export const snoozeIncidentAction = onIncident(async ({ theCase, by, form, now }, id) => {
  const until = readSnoozeEnd(form, now);
  await unlessOver(() => snoozeIncident(theCase.id, id, until, now, by));
});

/** The same on a page of its own, which leads to the incident. */
export const snoozeAndOpenAction = onIncident(async ({ theCase, by, form, now }, id) => {
  const until = readSnoozeEnd(form, now);
  await unlessOver(() => snoozeIncident(theCase.id, id, until, now, by));
  redirect(`/${theCase.id}/incidents/${id}`);
});

export const unsnoozeIncidentAction = onIncident(({ theCase, by, now }, id) =>
  unlessOver(() => unsnoozeIncident(theCase.id, id, now, by)),
);

const DONE = { acknowledge: "acknowledged", snooze: "snoozed", pause: "paused" };

type Verb = keyof typeof DONE;

/** Without scripts, the field `mute` has the verb and its end, as “snooze:1_hour”. */
function splitMute(form: FormData): void {
  if (form.get("verb") !== "mute") return;
  const [verb = "", until = ""] = String(form.get("mute")).split(":");
  form.set("verb", verb);
  form.set("until", until);
}

function readVerb(form: FormData): Verb {
  const verb = form.get("verb");
  return verb === "snooze" || verb === "pause" ? verb : "acknowledge";
}

function readChange(verb: Verb, form: FormData, caseId: string, now: Date, by: Actor) {
  if (verb === "acknowledge") return (id: string) => acknowledgeIncident(caseId, id, now, by);
  if (verb === "snooze") {
    const until = readSnoozeEnd(form, now);
    return (id: string) => snoozeIncident(caseId, id, until, now, by);
  }
  const terms = readPauseTerms(form, now);
  return async (id: string) => {
    const incident = await findIncident(caseId, id);
    if (!incident || incident.closedAt) throw notFound("incident");
    await pauseSnitch(caseId, incident.snitch.token, terms, now, by);
  };
}

/** Acknowledges or snoozes the selected incidents, or pauses their snitches. Returns what was done, in a sentence. */
export const changeIncidentsAction = caseAction("manage_snitches", [], async ({ theCase, by, form, now }) => {
  // The button of a group has the ids of its incidents, also without scripts.
  const group = form.get("acknowledge");
  const values = group === null ? form.getAll("incident").map(String) : String(group).split(" ");
  const ids = [...new Set(values)].filter(isUuid).slice(0, MAX_COUNTED);
  if (ids.length === 0) throw new Refusal("resource_invalid", "Select incidents first.");
  splitMute(form);
  const verb = readVerb(form);
  const change = readChange(verb, form, theCase.id, now, by);
  const count = await changeMany(ids, change);
  refresh();
  const others = ids.length - count;
  const over = others === 0 ? "" : ` ${others} had already ended.`;
  return `${count} ${DONE[verb]}.${over}`;
});
