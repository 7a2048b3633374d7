/** The API's interval values, shortest first. */
export const INTERVALS = [
  "1_minute",
  "2_minute",
  "3_minute",
  "5_minute",
  "10_minute",
  "15_minute",
  "30_minute",
  "hourly",
  "2_hour",
  "3_hour",
  "4_hour",
  "6_hour",
  "8_hour",
  "12_hour",
  "daily",
  "weekly",
  "monthly",
] as const;

export type Interval = (typeof INTERVALS)[number];

/** True for the intervals under an hour, which smart deadlines and smaller plans exclude. */
export const isMinutes = (interval: Interval) => interval.endsWith("_minute");

/** The interval of a row. The cast is safe: a CHECK in the database allows no other value. */
export const intervalOf = (snitch: { interval: string }) => snitch.interval as Interval;

/** The interval as it reads within a sentence: “every 5 minutes”, “daily”. */
export function formatInterval(interval: Interval): string {
  if (interval === "1_minute") return "every minute";
  const [count, unit] = interval.split("_");
  return unit ? `every ${count} ${unit}s` : interval;
}

const TEXTS: readonly Interval[] = ["hourly", "daily", "weekly", "monthly"];

/** The interval that people write as a word in place of a schedule: “daily”. Null for any other text. */
export const intervalOfWord = (text: string): Interval | null =>
  TEXTS.find((word) => word === text.trim().toLowerCase()) ?? null;
