import type { BulkEdit } from "@/lib/monitoring/change-selected";
import { Refusal } from "@/lib/platform/refusal";
import { snitchChanges } from "@/lib/snitches/input";
import { readChannels, readReminder } from "./alerting-form";
import { readFilters } from "./filter-form";
import { readField, readSeconds } from "./form-seconds";
import { type AttributeReaders, parseForm } from "./read-form";
import { scheduleChanges, scheduleReaders } from "./schedule-form";

/** The settings that a form changes for many snitches: those whose boxes are ticked. What no snitch could have is refused at once. */
export function readEdit(form: FormData): BulkEdit {
  const isChecked = (part: string) => form.get(`edit.${part}`) !== null;
  const readers: AttributeReaders = {
    ...(isChecked("schedule") && timeReaders(form)),
    ...(isChecked("grace") && { grace: () => readSeconds("grace", form.get("grace")) }),
    ...(isChecked("severity") && { severity: () => readField(form.get("severity")) }),
    ...(isChecked("reminders") && { remind_every: () => readReminder(form) }),
    ...(isChecked("filters") && { filters: () => readFilters(form) ?? null }),
    ...(isChecked("channels") && { channels: () => readChannels(form) }),
  };
  if (Object.keys(readers).length === 0) {
    throw new Refusal("resource_invalid", "Select what you want to change.");
  }
  const { name: _, ...changes } = parseForm(isChecked("schedule") ? scheduleChanges : snitchChanges, readers);
  return changes;
}

/** A time zone that is left empty stays that of each snitch. */
function timeReaders(form: FormData): AttributeReaders {
  const { interval, schedule, timezone } = scheduleReaders(Object.fromEntries(form));
  if (interval) return { interval };
  return { ...(schedule && { schedule }), timezone: () => timezone?.() ?? undefined };
}
