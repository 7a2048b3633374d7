import { clockTimeIn } from "@/components/mute/choices";
import { invalidAttribute } from "@/lib/platform/refusal";
import { snoozeProblem } from "@/lib/rules/incidents/snooze-range";
import { longestSnoozeEnd, MUTE_TIMES, muteEnd } from "@/lib/rules/notifications/mute";
import { isTimeZone } from "@/lib/rules/schedule/time-zone";
import { toInstant } from "@/lib/rules/schedule/zoned-time";
import { parseTime } from "@/lib/snitches/time-input";

/**
 * Until when a form snoozes an incident. `until` is one of the times of the menu, “recovered”, “time”, or a time of the API. Such a time and the field `time` mean
 * the clocks of the field `zone`; UTC without one.
 */
export function readSnoozeEnd(form: FormData, now: Date): Date {
  const text = (name: string) => String(form.get(name) ?? "");
  const until = text("until");
  const zone = isTimeZone(text("zone")) ? text("zone") : "UTC";
  const mute = MUTE_TIMES.find((name) => name === until);
  if (mute) return muteEnd(mute, now, zone);
  if (until === "recovered") return longestSnoozeEnd(now);
  const clockMs = clockTimeIn(text("time"));
  const isField = until === "time";
  const end = isField ? clockMs !== null && toInstant(clockMs, zone) : parseTime(until);
  const problem = end ? snoozeProblem(end, now) : "must be a time in the future";
  if (end && !problem) return end;
  throw invalidAttribute(isField ? "time" : "until", problem ?? "");
}
