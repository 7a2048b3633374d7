import { z } from "zod";
import { env } from "@/lib/platform/env";
import type { Snitch } from "@/lib/platform/generated/client";
import { type AlertRules, DEFAULT_RULES, RULE_NAMES, SEVERITIES } from "@/lib/rules/incidents/incident";
import type { Run } from "@/lib/rules/runs/run";
import { EXPECTS } from "@/lib/rules/runs/terms";
import { compileSchedule } from "@/lib/rules/schedule/compile";
import { INTERVALS, intervalOf } from "@/lib/rules/schedule/interval";
import { SCHEDULE_KINDS } from "@/lib/rules/schedule/schedule";
import { type ScheduleTerms, toScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { matchTick } from "@/lib/rules/state/match-tick";
import { usesRuns } from "@/lib/rules/state/snitch-state";
import { SUGGESTIONS, type Suggestion } from "@/lib/rules/suggestions/suggestion";
import { presentedRun, presentRun } from "@/lib/runs/present";
import { presentFilters } from "./filter-attributes";
import { presentedFilters } from "./filter-input";

const time = z.iso.datetime({ precision: 3 });
const interval = z.enum(INTERVALS).meta({ examples: ["daily"] });

/** The further members of a snitch with a schedule. One with an interval has none of them, as existing clients expect. */
const presentedSchedule = z.object({
  schedule: z.string().meta({ description: "One expression per line." }),
  timezone: z.string().meta({ description: "The IANA time zone of the schedule." }),
  grace: z.int().meta({ description: "How many seconds after its time a run may check in." }),
  early: z.int().meta({ description: "How many seconds before its time a run may check in." }),
  active: z.string().nullable().meta({ description: "The hours in which the job runs; null for all." }),
  schedule_kind: z.enum(SCHEDULE_KINDS),
  next_expected_at: time.nullable().meta({ description: "When the next run is expected." }),
  due_at: time.nullable().meta({
    description:
      "When the next run counts as missed; null while paused, and while pending until a run starts.",
  }),
});

/** The further members of a snitch whose job reports runs, or is expected to. */
const presentedRuns = z.object({
  max_runtime: z.int().nullable().meta({ description: "How many seconds a run may take." }),
  min_runtime: z.int().nullable().meta({ description: "A run that takes fewer seconds is an error." }),
  start_grace: z.int().nullable().meta({ description: "How many seconds after its time a run may start." }),
  expects: z.enum(EXPECTS),
  checks: z.array(z.string()),
  running: z.int().meta({ description: "How many runs are running." }),
  last_run: presentedRun.nullable().meta({ description: "The latest run." }),
});

/** The further members of a snitch with rules of its own about alerting. */
const presentedRules = z.object({
  alert_after: z.int().meta({ description: "The number of failures in a row that raises an alert." }),
  alert_after_seconds: z
    .int()
    .meta({ description: "The seconds after which people are alerted at the latest; 0 for never." }),
  recover_after: z.int().meta({ description: "The number of successes in a row that ends an incident." }),
  remind_every: z
    .union([z.literal("never"), z.int()])
    .nullable()
    .meta({ description: "Seconds between reminders; null for one in each failed period." }),
  severity: z.enum(SEVERITIES),
  depends_on: z
    .array(z.string())
    .meta({ description: "The tokens of the snitches that this one depends on." }),
  channels: z
    .array(z.string())
    .nullable()
    .meta({ description: "The webhooks that are alerted; null for all." }),
});

/** The JSON of a snitch in the API. The members are in the order that existing clients expect. */
export const presentedSnitch = z.object({
  token: z.string().meta({
    description: "Identifies the snitch in paths and in its check-in URL.",
    examples: ["c2354d53d2b1a4f0"],
  }),
  href: z
    .string()
    .meta({ description: "The path of this snitch.", examples: ["/v1/snitches/c2354d53d2b1a4f0"] }),
  name: z.string().meta({ examples: ["Nightly backup"] }),
  tags: z
    .array(z.string())
    .meta({ description: "In the order in which they were added.", examples: [["database"]] }),
  notes: z.string().meta({ description: "Empty when there are none.", examples: ["Runs on db1."] }),
  status: z
    .enum(["pending", "healthy", "failed", "errored", "paused"])
    .meta({ description: "`failed` is called missing everywhere else.", examples: ["healthy"] }),
  created_at: time.meta({ examples: ["2026-05-26T21:01:23.441Z"] }),
  check_in_url: z.string().meta({
    description: "The URL that the job requests after each run.",
    examples: [`${env.CHECK_IN_URL}/c2354d53d2b1a4f0`],
  }),
  checked_in_at: time.nullable().meta({
    description: "The last healthy check-in; null before the first.",
    examples: ["2026-05-27T02:00:07.118Z"],
  }),
  type: z
    .object({ interval })
    .meta({ description: "An older form of `interval`, which clients still read." }),
  interval,
  alert_type: z.enum(["basic", "smart"]),
  alert_email: z.array(z.string()).meta({
    description:
      "Alerted instead of the case’s recipients; empty means that the case’s recipients are alerted.",
  }),
  slug: z
    .string()
    .optional()
    .meta({ description: "The name that programs use for it; absent if it has none." }),
  url: z.string().optional().meta({ description: "A page about the job; absent if there is none." }),
  environment: z.string().optional().meta({ description: "Where the job runs; absent if nobody said." }),
  filters: presentedFilters
    .optional()
    .meta({ description: "Which requests count, and what they mean; absent if all count as they are." }),
  silenced: z.array(z.enum(SUGGESTIONS)).optional().meta({
    description: "The suggestions that are not made about it any more; absent if none is silenced.",
  }),
  ...presentedSchedule.partial().shape,
  ...presentedRuns.partial().shape,
  ...presentedRules.partial().shape,
});

export type PresentedSnitch = z.output<typeof presentedSnitch>;

/** What the row of a snitch does not say: the run that it names as its latest one, and what it depends on. */
export type SnitchRelations = { lastRun: Run | null; dependsOn: string[] };

export const NO_RELATIONS: SnitchRelations = { lastRun: null, dependsOn: [] };

/** The JSON of a snitch. Its slug and members about schedules, runs and alerting are there only if the snitch uses them. */
export const presentSnitch = (
  snitch: Presentable,
  checkInUrl: string,
  now: Date,
  { lastRun, dependsOn }: SnitchRelations,
): PresentedSnitch => ({
  token: snitch.token,
  href: `/v1/snitches/${snitch.token}`,
  name: snitch.name,
  tags: snitch.tags,
  notes: snitch.notes,
  status: snitch.status,
  created_at: snitch.createdAt.toISOString(),
  check_in_url: `${checkInUrl}/${snitch.token}`,
  checked_in_at: snitch.checkedInAt?.toISOString() ?? null,
  type: { interval: intervalOf(snitch) },
  interval: intervalOf(snitch),
  alert_type: snitch.alertType,
  alert_email: snitch.alertEmail,
  ...(snitch.slug !== "" && { slug: snitch.slug }),
  ...(snitch.url && { url: snitch.url }),
  ...(snitch.environment && { environment: snitch.environment }),
  ...presentUsedFilters(snitch),
  ...(snitch.silenced.length > 0 && { silenced: readSilenced(snitch) }),
  ...(snitch.schedule !== null &&
    presentSchedule({ ...snitch, ...toScheduleTerms(snitch) }, snitch.schedule, now)),
  ...(usesRuns(snitch) && presentRuns(snitch, lastRun)),
  ...(hasRules(snitch, dependsOn) && presentRules(snitch, dependsOn)),
});

function presentUsedFilters(snitch: Presentable) {
  const filters = presentFilters(snitch.filters);
  return filters && { filters };
}

/** Only `ruleAttributes` and `silenceSuggestion` write the column. */
const readSilenced = ({ silenced }: Pick<Snitch, "silenced">) => silenced as Suggestion[];

const hasRules = (snitch: Presentable, dependsOn: string[]) =>
  dependsOn.length > 0 ||
  snitch.channels.length > 0 ||
  RULE_NAMES.some((name) => snitch[name] !== DEFAULT_RULES[name]);

const presentRules = (snitch: Presentable, dependsOn: string[]): z.output<typeof presentedRules> => ({
  alert_after: snitch.alertAfter,
  alert_after_seconds: snitch.alertAfterSeconds,
  recover_after: snitch.recoverAfter,
  remind_every: snitch.remindEvery === 0 ? "never" : snitch.remindEvery,
  severity: snitch.severity,
  depends_on: dependsOn,
  channels: snitch.channels.length > 0 ? snitch.channels : null,
});

const presentRuns = (snitch: Presentable, lastRun: Run | null): z.output<typeof presentedRuns> => ({
  max_runtime: snitch.maxRuntime,
  min_runtime: snitch.minRuntime,
  start_grace: snitch.startGrace,
  expects: snitch.expects,
  checks: snitch.checks,
  running: snitch.running,
  last_run: lastRun && presentRun(lastRun),
});

type Scheduled = Pick<Presentable, "checkedInAt" | "deadline"> & ScheduleTerms;

function presentSchedule(snitch: Scheduled, schedule: string, now: Date): z.output<typeof presentedSchedule> {
  const { kind, graceMs, earlyMs } = compileSchedule({ ...snitch, startGrace: null });
  return {
    schedule,
    timezone: snitch.timezone,
    grace: graceMs / 1_000,
    early: earlyMs / 1_000,
    active: snitch.active,
    schedule_kind: kind,
    next_expected_at: nextExpectedAt(snitch, now)?.toISOString() ?? null,
    due_at: snitch.deadline?.toISOString() ?? null,
  };
}

/** When the next run is expected. Null without fixed times until the first check-in, because they are counted from it. */
export function nextExpectedAt(snitch: Omit<Scheduled, "deadline">, now: Date): Date | null {
  const { kind, nextTick } = compileSchedule(snitch);
  const { checkedInAt } = snitch;
  if (kind === "every") return checkedInAt && new Date(nextTick(checkedInAt.getTime()));
  // A run that checked in early is not expected any more.
  const matchedMs = checkedInAt ? matchTick(snitch, checkedInAt).getTime() : 0;
  return new Date(nextTick(Math.max(now.getTime(), matchedMs)));
}

/** The columns of a snitch that the API shows. */
export type Presentable = Pick<
  Snitch,
  | "token"
  | "name"
  | "tags"
  | "notes"
  | "status"
  | "createdAt"
  | "checkedInAt"
  | "interval"
  | "alertType"
  | "alertEmail"
  | "slug"
  | "silenced"
  | "schedule"
  | "timezone"
  | "grace"
  | "early"
  | "active"
  | "deadline"
  | "maxRuntime"
  | "minRuntime"
  | "startGrace"
  | "expects"
  | "checks"
  | "running"
  | "lastRunId"
  | "channels"
> &
  Partial<Pick<Snitch, "url" | "environment" | "filters">> &
  AlertRules;
