import { SNOOZES, type Snooze, snoozeEnd } from "@/lib/rules/snooze";

/** A snooze as a menu offers it. `detail` is its end as the clocks of the zone show it. */
export type SnoozeChoice = { snooze: Snooze; label: string; detail: string; until: Date };

const LABELS: Record<Snooze, string> = {
  "30_minutes": "30 minutes",
  "1_hour": "1 hour",
  "2_hours": "2 hours",
  "4_hours": "4 hours",
  tomorrow: "Until tomorrow",
  monday: "Until Monday",
};

/** The snoozes that can be chosen now, with their ends in this zone. */
export const snoozeChoices = (
  now: Date,
  zone: string,
  snoozes: readonly Snooze[] = SNOOZES,
): SnoozeChoice[] =>
  snoozes.map((snooze) => {
    const until = snoozeEnd(snooze, now, zone);
    return { snooze, label: LABELS[snooze], detail: momentIn(until, zone), until };
  });

/** “Mon 23 Nov, 09:00” */
export function momentIn(at: Date, zone: string): string {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-GB", { timeZone: zone, hourCycle: "h23", ...options })
      .format(at)
      .replace(/,/g, "");
  const day = format({ weekday: "short", day: "numeric", month: "short" });
  return `${day}, ${format({ hour: "2-digit", minute: "2-digit" })}`;
}

/** The value of a field for a date and time, “2026-03-10T09:00”, as milliseconds as if it were UTC. Null if it is none. */
export function clockTimeIn(field: string): number | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(field)) return null;
  const ms = Date.parse(`${field.slice(0, 16)}:00Z`);
  return Number.isNaN(ms) ? null : ms;
}
