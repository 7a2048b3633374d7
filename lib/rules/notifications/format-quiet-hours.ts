import type { QuietHours } from "./quiet-hours";

/** From Monday on. */
export const WEEKDAY_NAMES = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** “07:05” for 425 minutes since midnight. */
export const formatClock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

/** The minutes since midnight of “07:05”. Null if the text is not a time of the day. */
export function parseClock(text: string): number | null {
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text.trim()) ?? [];
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
}

/** “22:00 to 07:00, Saturday, Sunday, Europe/Berlin”. The days are those on which they begin. */
export function formatQuietHours({ zone, from, to, days }: QuietHours): string {
  const names = days.toSorted((a, b) => a - b).flatMap((day) => WEEKDAY_NAMES[day - 1] ?? []);
  const isEveryDay = names.length === 0 || names.length === WEEKDAY_NAMES.length;
  const when = isEveryDay ? "every day" : names.join(", ");
  return `${formatClock(from)} to ${formatClock(to)}, ${when}, ${zone}`;
}
