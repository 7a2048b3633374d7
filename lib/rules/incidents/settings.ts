import { NO_RUN_TERMS, type RunTerms } from "@/lib/rules/runs/terms";
import { calendarTerms, type ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import type { AlertType } from "@/lib/rules/state/snitch-state";
import type { AlertRules } from "./incident";
import { RULE_NAMES } from "./incident";

/** All that people decide about when a snitch is failing and when they are notified. */
export type Settings = ScheduleTerms & RunTerms & AlertRules & { alertType: AlertType };

const NAMES = [
  ...Object.keys(calendarTerms("daily")),
  "alertType",
  ...Object.keys(NO_RUN_TERMS),
  ...RULE_NAMES,
] as (keyof Settings)[];

/** The settings among the properties of a snitch. */
export const pickSettings = (snitch: Settings): Settings =>
  Object.fromEntries(NAMES.map((name) => [name, snitch[name] ?? null])) as Settings;

/** Whether both are the same settings. */
export const areSameSettings = (one: Settings, other: Settings) =>
  NAMES.every((name) => JSON.stringify(one[name] ?? null) === JSON.stringify(other[name] ?? null));
