import { invalidAttribute } from "@/lib/platform/refusal";
import { formatMargin, parseMargin } from "@/lib/rules/schedule/margin-text";

/** The text of a form's field, without spaces around it. */
export const readField = (value: unknown) => (typeof value === "string" ? value.trim() : "");

/**
 * A time of a form such as “1h 30m” as the API’s seconds; null if the field is empty. Refused here, because the API’s respond
 * speaks of seconds only.
 */
export function readSeconds(attribute: string, value: unknown, min = 0, maxDays = 365): number | null {
  const text = readField(value);
  if (text === "") return null;
  const seconds = parseMargin(text);
  if (seconds !== null && seconds >= min && seconds <= maxDays * 86_400) return seconds;
  const least = min > 1 ? `at least ${formatMargin(min)} and ` : "";
  throw invalidAttribute(
    attribute,
    `must be a duration such as “10 minutes” or “1h 30m”, ${least}at most ${maxDays} days`,
  );
}
