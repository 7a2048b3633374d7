import type { AlertRules } from "@/lib/rules/incidents/incident";
import { DEFAULT_RULES } from "@/lib/rules/incidents/incident";
import { NO_RUN_TERMS, type RunTerms } from "@/lib/rules/runs/terms";
import { compileSchedule } from "@/lib/rules/schedule/compile";
import type { Interval } from "@/lib/rules/schedule/interval";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import type { AlertType } from "@/lib/rules/state/snitch-state";
import type { Suggestion } from "@/lib/rules/suggestions/suggestion";
import type { FilterAttributes } from "@/lib/snitches/filter-attributes";
import type { NewSnitch } from "@/lib/snitches/input";
import { alertRulesFrom } from "@/lib/snitches/rule-input";
import { runTermsFrom } from "@/lib/snitches/run-input";
import { usableTerms } from "@/lib/snitches/schedule-input";

/** A snitch as a file describes it: all attributes, with other snitches and channels by their keys. */
export type SnitchAttributes = {
  name: string;
  notes: string;
  tags: string[];
  /** Null with a schedule. */
  interval: Interval | null;
  schedule: string | null;
  timezone: string;
  grace: number | null;
  early: number | null;
  active: string | null;
  alert_type: AlertType;
  alert_email: string[];
  max_runtime: number | null;
  min_runtime: number | null;
  start_grace: number | null;
  expects: RunTerms["expects"];
  checks: string[];
  alert_after: number;
  alert_after_seconds: number;
  recover_after: number;
  remind_every: "never" | number | null;
  severity: AlertRules["severity"];
  /** Sorted, as `channels`. */
  depends_on: string[];
  /** Empty for all channels of the case. */
  channels: string[];
  slug: string;
  environment: string;
  filters: FilterAttributes | null;
  url: string;
  silenced: Suggestion[];
};

/** What an attribute is if a file leaves it out. A name and an interval, or a schedule, are never left out. */
export const SNITCH_DEFAULTS: SnitchAttributes = {
  name: "",
  notes: "",
  tags: [],
  interval: null,
  schedule: null,
  timezone: "UTC",
  grace: null,
  early: null,
  active: null,
  alert_type: "basic",
  alert_email: [],
  max_runtime: null,
  min_runtime: null,
  start_grace: null,
  expects: "finish",
  checks: [],
  alert_after: 1,
  alert_after_seconds: 0,
  recover_after: 1,
  remind_every: null,
  severity: "critical",
  depends_on: [],
  channels: [],
  slug: "",
  environment: "",
  filters: null,
  url: "",
  silenced: [],
};

export const SNITCH_NAMES = Object.keys(SNITCH_DEFAULTS);

/** The attributes that say when the job runs: a plan may not include another schedule. */
export const SCHEDULE_NAMES = [
  "interval",
  "schedule",
  "timezone",
  "grace",
  "early",
  "active",
  "start_grace",
  "alert_type",
];

type Described = Pick<SnitchAttributes, "name" | "notes" | "tags" | "alert_type" | "alert_email"> & {
  url?: string | undefined;
  silenced?: Suggestion[] | null | undefined;
};

export type SnitchNames = Pick<
  SnitchAttributes,
  "depends_on" | "channels" | "slug" | "environment" | "filters"
>;

/** The attributes of a snitch with these terms, in their order. */
export const snitchAttributes = (
  { name, notes, url = "", tags, alert_type, alert_email, silenced }: Described,
  terms: ScheduleTerms,
  runs: RunTerms,
  rules: AlertRules,
  names: SnitchNames,
): SnitchAttributes => ({
  name,
  notes,
  tags,
  interval: terms.schedule === null ? terms.interval : null,
  schedule: terms.schedule,
  timezone: terms.timezone,
  ...withoutDefaultMargins(terms),
  active: terms.active,
  alert_type,
  alert_email,
  max_runtime: runs.maxRuntime,
  min_runtime: runs.minRuntime,
  start_grace: runs.startGrace,
  expects: runs.expects,
  checks: runs.checks,
  alert_after: rules.alertAfter,
  alert_after_seconds: rules.alertAfterSeconds,
  recover_after: rules.recoverAfter,
  remind_every: rules.remindEvery === 0 ? "never" : rules.remindEvery,
  severity: rules.severity,
  ...names,
  url,
  silenced: silenced ?? [],
});

/** A margin that is given, and is the same as the default, is the default. */
function withoutDefaultMargins(terms: ScheduleTerms): { grace: number | null; early: number | null } {
  const { schedule, grace, early } = terms;
  if (schedule === null) return { grace: null, early: null };
  const { graceMs, earlyMs } = compileSchedule({ ...terms, grace: null, early: null, startGrace: null });
  return {
    grace: grace !== null && grace * 1_000 === graceMs ? null : grace,
    early: early !== null && early * 1_000 === earlyMs ? null : early,
  };
}

/** The attributes of an input for a new snitch. Refuses a schedule that cannot be used. */
export const attributesOfInput = (input: NewSnitch, names: SnitchNames): SnitchAttributes =>
  snitchAttributes(
    input,
    usableTerms(input, null),
    runTermsFrom(input, NO_RUN_TERMS),
    alertRulesFrom(input, DEFAULT_RULES),
    names,
  );

/** The attributes as the input of `createSnitch` and `updateSnitch`, with tokens and ids in place of keys. */
export function buildInput(
  attributes: SnitchAttributes,
  { dependsOn, channels }: { dependsOn: string[]; channels: string[] },
): NewSnitch {
  const { interval, depends_on, channels: _, slug, environment, ...rest } = attributes;
  return {
    ...rest,
    ...(interval && { interval }),
    depends_on: dependsOn,
    channels: channels.length > 0 ? channels : null,
  };
}
