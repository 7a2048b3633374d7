import { readPicked } from "@/components/snitches/selection/picked";
import { invalidAttribute } from "@/lib/platform/refusal";
import { readField, readSeconds } from "./form-seconds";
import type { AttributeReaders } from "./read-form";

const MAX_DAYS = 30;

/**
 * How the attributes about alerts are read from a form. An empty field is the default. What a snitch depends on may be named by tokens or
 * names.
 */
export const alertingReaders = (form: FormData): AttributeReaders => ({
  alert_type: () => form.get("alert_type"),
  alert_after: () => readNumber(form.get("alert_after")),
  alert_after_seconds: () => readSeconds("alert_after_seconds", form.get("alert_after_seconds"), 1, MAX_DAYS),
  recover_after: () => readNumber(form.get("recover_after")),
  severity: () => readField(form.get("severity")) || null,
  alert_email: () => form.get("alert_email"),
  depends_on: () => readPicked(form, "depends_on"),
  channels: () => readChannels(form),
});

/** A number of a form; null if the field is empty. Any other text is left to the schema, which refuses it. */
export function readNumber(value: unknown) {
  const text = readField(value);
  if (text === "") return null;
  return /^\d{1,9}$/.test(text) ? Number(text) : text;
}

const MIN_REMINDER_SECONDS = 300;

/** How often people are reminded, as the API’s attribute. */
export function readReminder(form: FormData): number | "never" | null {
  const choice = readField(form.get("remind"));
  if (choice === "never") return "never";
  if (choice !== "every") return null;
  const seconds = readSeconds("remind_every", form.get("remind_every"), MIN_REMINDER_SECONDS, MAX_DAYS);
  if (seconds !== null) return seconds;
  throw invalidAttribute("remind_every", "can't be blank");
}

/** The boxes of a list that are ticked: each has the name of the list, and its own after a dot. */
const checkedIn = (form: FormData, list: string) =>
  [...form.keys()].flatMap((name) => (name.startsWith(`${list}.`) ? name.slice(list.length + 1) : []));

/** Null for all channels of the case. */
export function readChannels(form: FormData): string[] | null {
  if (form.get("send_to") !== "selected") return null;
  const channels = checkedIn(form, "channels");
  if (channels.length > 0) return channels;
  throw invalidAttribute("channels", "Select at least one channel");
}
