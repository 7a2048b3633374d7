import { clockTimeIn } from "@/components/mute/choices";
import { invalidAttribute, parse } from "@/lib/platform/refusal";
import { MUTE_TIMES, muteEnd } from "@/lib/rules/notifications/mute";
import { isTimeZone } from "@/lib/rules/schedule/time-zone";
import { toInstant } from "@/lib/rules/schedule/zoned-time";
import { type PauseTerms, pauseUntil } from "@/lib/snitches/input";

/**
 * The terms of a pause in a form. `until` is one of the times of the menu, “time”, or what the API takes. Such a time and the field `time` mean the
 * clocks of the field `zone`; UTC without one.
 */
export function readPauseTerms(form: FormData, now: Date): PauseTerms {
  const text = (name: string) => String(form.get(name) ?? "");
  const until = text("until");
  const zone = isTimeZone(text("zone")) ? text("zone") : "UTC";
  const mute = MUTE_TIMES.find((name) => name === until);
  if (mute) return { until: "time", endsAt: muteEnd(mute, now, zone) };
  if (until !== "time") return parse(pauseUntil(now), { until: until || undefined });
  const clockMs = clockTimeIn(text("time"));
  const endsAt = clockMs === null ? null : toInstant(clockMs, zone);
  if (endsAt && endsAt > now) return { until: "time", endsAt };
  throw invalidAttribute("time", "must be a time in the future");
}
