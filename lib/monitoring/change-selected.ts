import type { Actor } from "@/lib/audit/record";
import { WHOLE_CASE } from "@/lib/cases/key-scope";
import { askRecipientsLater } from "@/lib/emails/recipients/ask";
import { acknowledgeIncident } from "@/lib/incidents/acknowledge";
import { findOpenIncident } from "@/lib/incidents/list";
import { removeSnitch } from "@/lib/monitoring/remove";
import { invalidAttribute, Refusal } from "@/lib/platform/refusal";
import { changeRecipients } from "@/lib/snitches/change-recipients";
import { type ForEachResult, forEachSnitch } from "@/lib/snitches/for-each";
import type { PauseTerms, SnitchChanges } from "@/lib/snitches/input";
import {
  listSelected,
  type Progress,
  type SelectedSnitch,
  type Selection,
} from "@/lib/snitches/list-selected";
import { addTags, removeTags } from "@/lib/snitches/tags";
import { pauseSnitch, unpauseSnitch } from "./pause";
import { snoozeSnitch } from "./snooze";
import { updateSnitch } from "./update";

const RECIPIENTS = { add_recipients: "add", remove_recipients: "remove", set_recipients: "set" } as const;

/** The settings that are changed for many snitches at once. An absent one stays as each snitch has it, as its name does. */
export type BulkEdit = Omit<SnitchChanges, "name">;

/** A change that is applied to many snitches. */
export type BulkChange =
  | { verb: "acknowledge" | "unpause" | "delete" }
  /** Without terms, until the next healthy check-in, and a pause that has other terms keeps them. */
  | { verb: "pause"; terms?: PauseTerms | undefined }
  | { verb: "snooze"; until: Date }
  | { verb: "add_tags" | "remove_tags"; tags: string[] }
  | { verb: keyof typeof RECIPIENTS; alert_email: string[] }
  | { verb: "edit"; changes: BulkEdit };

/** `next` is where to continue; null if every selected snitch was tried. */
export type BulkResult = ForEachResult & { next: Progress | null };

/**
 * Applies a change to the next batch of the selected snitches. Each snitch is a transaction of its own, with its audit event,
 * so what was done before a crash stays done. Safe to repeat: a snitch that is already as wanted is left alone.
 */
export async function changeSelected(
  caseId: string,
  selection: Selection,
  change: BulkChange,
  now: Date,
  by: Actor,
): Promise<BulkResult> {
  const end = readEnd(change);
  if (end && end <= now) {
    throw invalidAttribute("until", "must be a time in the future");
  }
  const { snitches, next } = await listSelected(caseId, selection);
  const result = await forEachSnitch(snitches, (snitch) => changeOne(caseId, snitch, change, now, by));
  if ("alert_email" in change) askRecipientsLater(caseId);
  return { ...result, next };
}

const readEnd = (change: BulkChange) => {
  if (change.verb === "snooze") return change.until;
  return change.verb === "pause" ? change.terms?.endsAt : null;
};

async function changeOne(
  caseId: string,
  { id, token, status }: SelectedSnitch,
  change: BulkChange,
  now: Date,
  by: Actor,
): Promise<void> {
  switch (change.verb) {
    case "acknowledge": {
      const incident = await findOpenIncident(caseId, id);
      if (!incident) throw new Refusal("resource_invalid", "There is no open incident.");
      return acknowledgeIncident(caseId, incident.id, now, by);
    }
    case "pause":
      if (change.terms) return pauseSnitch(caseId, token, change.terms, now, by);
      if (status === "paused") return;
      return pauseSnitch(caseId, token, { until: "healthy", endsAt: null }, now, by);
    case "snooze":
      return snoozeSnitch(caseId, token, change.until, now, by);
    case "unpause":
      return unpauseSnitch(caseId, token, now, by);
    case "delete":
      return removeSnitch(caseId, token, by);
    case "add_tags":
      await addTags(caseId, token, change.tags, by);
      return;
    case "remove_tags":
      await removeTags(caseId, token, change.tags, by);
      return;
    case "edit":
      return updateSnitch(caseId, token, change.changes, now, by, WHOLE_CASE);
    default:
      return changeRecipients(caseId, token, RECIPIENTS[change.verb], change.alert_email, by);
  }
}
