import { MINUTE_MS } from "@/lib/rules/durations";
import { compileSchedule } from "@/lib/rules/schedule/compile";
import { marginInWords } from "@/lib/rules/schedule/margin-text";
import type { Settings } from "@/lib/rules/settings";

/** The settings with another grace, in minutes. */
export const withGrace = (settings: Settings, minutes: number): Settings => ({
  ...settings,
  grace: minutes * 60,
});

/** The grace of settings in minutes, which may be the default. */
export const computeGraceMinutes = (settings: Settings) => compileSchedule(settings).graceMs / MINUTE_MS;

/** What the search for the smallest grace has found. `minutes` is null if there is none. */
export function graceSentence(minutes: number | null, settings: Settings, days: number): string {
  if (settings.schedule === null) {
    return "An interval has no grace: the job may check in at any time of its period.";
  }
  if (settings.startGrace !== null) {
    return "Runs of this snitch have their own limit for a late start. It replaces the grace.";
  }
  if (minutes === null) return `No grace would have avoided all false alarms in the last ${days} days.`;
  return `The smallest grace without a false alarm in the last ${days} days is ${marginInWords(minutes * 60)}.`;
}
