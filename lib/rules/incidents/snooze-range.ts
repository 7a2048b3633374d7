import { DAY_MS } from "../durations";

/** An incident can be snoozed for at most this long. */
export const MAX_SNOOZE_DAYS = 30;

/** Why an incident cannot be snoozed until then, as it follows the name of a field; null if it can. */
export function snoozeProblem(until: Date, now: Date): string | null {
  if (until <= now) return "must be a time in the future";
  if (until.getTime() - now.getTime() > MAX_SNOOZE_DAYS * DAY_MS) {
    return `must be at most ${MAX_SNOOZE_DAYS} days from now`;
  }
  return null;
}
