import { clockTimeIn } from "@/components/snooze/choices";
import { parse } from "@/lib/platform/parse";
import { invalid } from "@/lib/platform/refusal";
import { isTimeZone } from "@/lib/rules/schedule/time-zone";
import { SNOOZES, snoozeEnd } from "@/lib/rules/snooze";
import { toInstant } from "@/lib/rules/zoned-time";
import { type PauseTerms, pauseUntil } from "@/lib/snitches/input";

/**
 * The terms of a pause in a form. `until` is a snooze, “time”, or what the API takes. A snooze and the field `time` mean the
 * clocks of the field `zone`; UTC without one.
 */
export function readPauseTerms(form: FormData, now: Date): PauseTerms {
  const text = (name: string) => String(form.get(name) ?? "");
  const until = text("until");
  const zone = isTimeZone(text("zone")) ? text("zone") : "UTC";
  const snooze = SNOOZES.find((name) => name === until);
  if (snooze) return { until: "time", endsAt: snoozeEnd(snooze, now, zone) };
  if (until !== "time") return parse(pauseUntil(now), { until: until || undefined });
  const clockMs = clockTimeIn(text("time"));
  const endsAt = clockMs === null ? null : toInstant(clockMs, zone);
  if (endsAt && endsAt > now) return { until: "time", endsAt };
  throw invalid([{ attribute: "time", message: "must be a time in the future" }]);
}
