import { DAY_MS, HOUR_MS, MINUTE_MS } from "../durations";
import { toClockTime, toInstant } from "../schedule/zoned-time";
import { type ChannelHours, type SpanInput, waitOfChannel } from "./channel-hours";
import { formatClock, WEEKDAY_NAMES } from "./format-quiet-hours";
import type { QuietHours } from "./quiet-hours";

/** “mon-fri 08:00 to 18:00” */
export const formatHours = ({ days = "every day", from, until }: SpanInput) =>
  `${days.replaceAll(",", ", ")} ${from} to ${until}`;

/** “mon-fri 08:00 to 18:00, Europe/Berlin”. Null for any time. */
export const formatChannelHours = ({ hours, timezone }: Pick<ChannelHours, "hours" | "timezone">) =>
  hours && [...hours.map(formatHours), timezone].join(", ");

/** “Monday 08:00”, by the clocks of a zone. */
export function formatWeekTime(at: Date, zone: string): string {
  const clock = new Date(toClockTime(at, zone));
  const weekday = WEEKDAY_NAMES[(clock.getUTCDay() + 6) % 7];
  return `${weekday} ${formatClock(clock.getUTCHours() * 60 + clock.getUTCMinutes())}`;
}

/** The local time of the examples of a form, after the midnight of a Sunday. */
const EXAMPLE_MS = 3 * HOUR_MS + 12 * MINUTE_MS;

/** What these hours do to two alerts: “Sunday 03:12, warning → Monday 08:00”. */
export function previewHours(hours: ChannelHours, now: Date): string[] {
  const zone = hours.timezone ?? "UTC";
  const today = Math.floor(toClockTime(now, zone) / DAY_MS) * DAY_MS;
  const sunday = today + (7 - new Date(today).getUTCDay()) * DAY_MS;
  const at = toInstant(sunday + EXAMPLE_MS, zone);
  return (["warning", "critical"] as const).map((severity) => {
    const wait = waitOfChannel(hours, null, severity, at);
    const then = wait && (hours.outside === "drop" ? "dropped" : formatWeekTime(wait.until, zone));
    return `${formatWeekTime(at, zone)}, ${severity} → ${then ?? "sent at once"}`;
  });
}

/** What would become of alerts now: “alerts below critical would wait until Monday 08:00”. Null if they are sent at once. */
export function formatWait(hours: ChannelHours, quiet: QuietHours | null, now: Date): string | null {
  const wait = waitOfChannel(hours, quiet, "warning", now);
  if (!wait) return null;
  const isOwn = wait.reason === "hours";
  const alerts = isOwn && !hours.criticalAnyway ? "alerts" : "alerts below critical";
  const fate = isOwn && hours.outside === "drop" ? "be dropped" : "wait";
  const zone = (isOwn ? hours.timezone : quiet?.zone) ?? "UTC";
  return `${alerts} would ${fate} until ${formatWeekTime(wait.until, zone)}`;
}
