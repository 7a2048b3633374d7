import { readPicked } from "@/components/snitches/selection/picked";
import { invalid } from "@/lib/platform/refusal";
import { parseMargin } from "@/lib/rules/schedule/margin-text";
import { readField } from "./form-seconds";

const MAX_SECONDS = 30 * 86_400;

/**
 * The fields of a form about alerting, as the API’s attributes. An empty field is the default. What it depends on may be named
 * by tokens or names.
 */
export function readAlertingAttributes(form: FormData) {
  return {
    alert_after: readNumber(form.get("alert_after")),
    alert_after_seconds: readSeconds("alert_after_seconds", form.get("alert_after_seconds"), 1),
    recover_after: readNumber(form.get("recover_after")),
    remind_every: readReminder(form),
    severity: readField(form.get("severity")) || null,
    depends_on: readPicked(form, "depends_on"),
    channels: readChannels(form),
  };
}

/** A number of a form; null if the field is empty. Any other text is left to the schema, which refuses it. */
export function readNumber(value: unknown) {
  const text = readField(value);
  if (text === "") return null;
  return /^\d{1,9}$/.test(text) ? Number(text) : text;
}

function readSeconds(attribute: string, value: unknown, min: number): number | null {
  const text = readField(value);
  if (text === "") return null;
  const seconds = parseMargin(text);
  if (seconds !== null && seconds >= min && seconds <= MAX_SECONDS) return seconds;
  const least = min > 1 ? `at least ${min / 60} minutes and ` : "";
  throw invalid([
    { attribute, message: `must be a duration such as “10 minutes” or “1h 30m”, ${least}at most 30 days` },
  ]);
}

const MIN_REMINDER_SECONDS = 300;

/** How often people are reminded, as the API’s attribute. */
export function readReminder(form: FormData): number | "never" | null {
  const choice = readField(form.get("remind"));
  if (choice === "never") return "never";
  if (choice !== "every") return null;
  const seconds = readSeconds("remind_every", form.get("remind_every"), MIN_REMINDER_SECONDS);
  if (seconds !== null) return seconds;
  throw invalid([{ attribute: "remind_every", message: "can't be blank" }]);
}

/** The boxes of a list that are ticked: each has the name of the list, and its own after a dot. */
const tickedIn = (form: FormData, list: string) =>
  [...form.keys()].flatMap((name) => (name.startsWith(`${list}.`) ? name.slice(list.length + 1) : []));

/** None means all channels of the case. */
export function readChannels(form: FormData): string[] | null {
  const channels = tickedIn(form, "channels");
  return channels.length > 0 ? channels : null;
}
