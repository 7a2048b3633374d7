import type { BulkEdit } from "@/lib/monitoring/change-selected";
import { parse } from "@/lib/platform/parse";
import { Refusal } from "@/lib/platform/refusal";
import { snitchChanges } from "@/lib/snitches/input";
import { usableTerms } from "@/lib/snitches/schedule-input";
import { readChannels, readReminder } from "./alerting-form";
import { readFilters } from "./filter-form";
import { readField, readSeconds } from "./form-seconds";
import { readScheduleAttributes } from "./schedule-form";

/** The settings that a form changes for many snitches: those whose boxes are ticked. What no snitch could have is refused at once. */
export function readEdit(form: FormData): BulkEdit {
  const isTicked = (part: string) => form.get(`edit.${part}`) !== null;
  const attributes = {
    ...(isTicked("schedule") && readSchedule(form)),
    ...(isTicked("grace") && { grace: readSeconds("grace", form.get("grace")) }),
    ...(isTicked("severity") && { severity: readField(form.get("severity")) }),
    ...(isTicked("reminders") && { remind_every: readReminder(form) }),
    ...(isTicked("filters") && { filters: readFilters(form) ?? null }),
    ...(isTicked("channels") && { channels: readChannels(form) }),
  };
  if (Object.keys(attributes).length === 0) {
    throw new Refusal("resource_invalid", "Select what you want to change.");
  }
  const { name: _, ...changes } = parse(snitchChanges, attributes);
  if (changes.schedule || changes.interval) usableTerms(changes, null);
  return changes;
}

/** A time zone that is left empty stays that of each snitch. */
function readSchedule(form: FormData) {
  const fields = Object.fromEntries(
    ["kind", "interval", "schedule", "timezone"].map((name) => [name, form.get(name)]),
  );
  const { interval, schedule, timezone } = readScheduleAttributes(fields);
  if (!schedule) return { interval };
  return { schedule, ...(timezone !== null && { timezone }) };
}
