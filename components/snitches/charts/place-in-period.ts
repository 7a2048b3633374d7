import { timeFormats } from "@/components/time-formats";
import type { Interval } from "@/lib/rules/schedule/interval";
import type { TimeDisplay } from "@/lib/rules/time-display";

/** When in its period this is, as precise as needed: for a weekly job “Mon 02:04”, for a monthly one “10 Mar 02:04”, else “02:04”. */
export function placeInPeriod(interval: Interval, at: Date, display: TimeDisplay): string {
  const { hour, weekday, dayOfMonth } = timeFormats(display);
  if (interval === "weekly") return `${weekday(at)} ${hour(at)}`;
  if (interval === "monthly") return `${dayOfMonth(at)} ${hour(at)}`;
  return hour(at);
}
