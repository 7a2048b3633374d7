import { formatDuration } from "@/lib/rules/format-duration";
import type { Interval } from "@/lib/rules/schedule/interval";
import type { ArrivalRange } from "@/lib/rules/state/smart-deadline";
import type { TimeDisplay } from "@/lib/rules/time-display";
import type { Arrival } from "@/lib/snitches/arrivals";
import { placeInPeriod } from "./place-in-period";
import { LEARNED_FROM, type Usual, usualRange } from "./usual-range";

/** When the job usually reports within its period, and a sentence that says it. */
export function usualTime(interval: Interval, arrivals: Arrival[], display: TimeDisplay): Usual {
  const latest = arrivals
    .flatMap(({ start, end, at }) => (at ? { start, end, ms: at.getTime() - start.getTime() } : []))
    .slice(-LEARNED_FROM);
  const { start, end } = latest.at(-1) ?? { start: new Date(0), end: new Date(0) };
  return usualRange(
    latest.map(({ ms }) => ms),
    end.getTime() - start.getTime(),
    { unknown: "the usual time", format: (range) => formatRange(interval, start, range, display) },
  );
}

function formatRange(
  interval: Interval,
  start: Date,
  { earliestMs, latestMs }: ArrivalRange,
  display: TimeDisplay,
): string {
  const isOfDay = interval === "daily" || interval === "weekly" || interval === "monthly";
  const [first, last] = [earliestMs, latestMs].map((ms) =>
    isOfDay ? placeInPeriod(interval, new Date(start.getTime() + ms), display) : formatDuration(ms),
  );
  if (isOfDay) return first === last ? `at ${first}` : `between ${first} and ${last}`;
  return `${first === last ? first : `${first} to ${last}`} after its period starts`;
}
