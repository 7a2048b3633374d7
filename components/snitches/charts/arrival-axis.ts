import { type Axis, zoomedAxis } from "@/components/charts/zoomed-axis";
import { timeFormats } from "@/components/time-formats";
import { DAY_MS, MINUTE_MS } from "@/lib/rules/durations";
import { runDuration } from "@/lib/rules/runs/run-duration";
import type { Interval } from "@/lib/rules/schedule/interval";
import { toClockTime } from "@/lib/rules/schedule/zoned-time";
import type { TimeDisplay } from "@/lib/rules/time-display";
import { placeInPeriod } from "./place-in-period";

/**
 * The part of a period in which the job checked in, each time that long after its start: with the times of day or the weekdays of the
 * reader where periods have them, otherwise how far into it. `start`: of the latest period. At least one time.
 */
export function arrivalAxis(
  interval: Interval,
  start: Date,
  arrivalsMs: number[],
  display: TimeDisplay,
): Axis {
  const isByClock = interval === "daily" || interval === "weekly";
  const zeroMs = isByClock ? -(toClockTime(start, display.zone) % DAY_MS) : 0;
  const { weekday } = timeFormats(display);
  const formatMark = (ms: number, stepMs: number) => {
    const at = new Date(start.getTime() + ms);
    if (interval === "weekly" && stepMs >= DAY_MS) return weekday(at);
    return isByClock ? placeInPeriod(interval, at, display) : ms === 0 ? "0" : runDuration(ms);
  };
  return zoomedAxis(arrivalsMs, { formatMark, zeroMs, minStepMs: MINUTE_MS });
}
