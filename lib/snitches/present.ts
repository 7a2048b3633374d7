import { z } from "zod";
import { env } from "@/lib/platform/env";
import type { Snitch } from "@/lib/platform/generated/client";
import { attributesOf, type ColumnsOf, outputsOf } from "@/lib/platform/setting";
import type { Run } from "@/lib/rules/runs/run";
import { compileSchedule } from "@/lib/rules/schedule/compile";
import { intervalOf } from "@/lib/rules/schedule/interval";
import { SCHEDULE_KINDS } from "@/lib/rules/schedule/schedule";
import { type ScheduleTerms, toScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { matchTick } from "@/lib/rules/state/match-tick";
import { usesRuns } from "@/lib/rules/state/snitch-state";
import { presentedRun, presentRun } from "@/lib/runs/present";
import type { FormerUrl } from "./former-urls";
import { alerting } from "./settings/alerting";
import { filters } from "./settings/filters";
import { identity } from "./settings/identity";
import { runs } from "./settings/runs";
import { schedule } from "./settings/schedule";
import { usedOf } from "./settings/setting";
import type { SETTINGS } from "./settings/settings";

const time = z.iso.datetime({ precision: 3 });

const { name, tags, notes, ...named } = identity;
const { interval, alert_type, ...terms } = schedule;
const { alert_email, silenced: dismissed, ...rules } = alerting;

const DESCRIPTION = { name, tags, notes };
const ALERTS = { alert_type, alert_email };

/** Each is there only if the snitch uses it. */
const OPTIONAL = { ...named, ...filters, silenced: dismissed };

/** The further members of a snitch with a schedule. One with an interval has none of them, as existing clients expect. */
const presentedSchedule = z.object({
  ...outputsOf(terms),
  schedule_kind: z.enum(SCHEDULE_KINDS),
  next_expected_at: time.nullable().meta({ description: "When the next run is expected." }),
  due_at: time.nullable().meta({
    description:
      "When the next run counts as missed; null while paused, and while pending until a run starts.",
  }),
});

/** The further members of a snitch whose job reports runs, or is expected to. */
const presentedRuns = z.object({
  ...outputsOf(runs),
  running: z.int().meta({ description: "How many runs are in progress." }),
  last_run: presentedRun.nullable().meta({ description: "The latest run." }),
});

const presentedFormerUrl = z
  .object({
    works_until: time.meta({ examples: ["2026-05-28T08:00:00.000Z"] }),
    check_ins: z.int().meta({ description: "How many have used it since it was replaced.", examples: [3] }),
    last_address: z
      .string()
      .nullable()
      .meta({ description: "The address of the latest one; null if there was none." }),
  })
  .meta({ description: "The previous check-in URL, while it still works. Several are combined." });

/** The JSON of a snitch in the API. The members are in the order that existing clients expect. */
export const presentedSnitch = z.object({
  token: z.string().meta({
    description: "Identifies the snitch in paths and in its check-in URL.",
    examples: ["c2354d53d2b1a4f0"],
  }),
  href: z
    .string()
    .meta({ description: "The path of this snitch.", examples: ["/v1/snitches/c2354d53d2b1a4f0"] }),
  ...outputsOf(DESCRIPTION),
  status: z
    .enum(["pending", "healthy", "failed", "errored", "paused"])
    .meta({ description: "`failed` is called missing everywhere else.", examples: ["healthy"] }),
  created_at: time.meta({ examples: ["2026-05-26T21:01:23.441Z"] }),
  check_in_url: z
    .string()
    .optional()
    .meta({
      description:
        "The URL that the job requests after each run. Once it was replaced, only keys that may change the snitch see it.",
      examples: [`${env.CHECK_IN_URL}/c2354d53d2b1a4f0`],
    }),
  checked_in_at: time.nullable().meta({
    description: "The last healthy check-in; null before the first.",
    examples: ["2026-05-27T02:00:07.118Z"],
  }),
  type: z
    .object({ interval: interval.output })
    .meta({ description: "An older form of `interval`, which clients still read." }),
  interval: interval.output,
  ...outputsOf(ALERTS),
  ...z.object(outputsOf(OPTIONAL)).partial().shape,
  ...presentedSchedule.partial().shape,
  ...presentedRuns.partial().shape,
  // The further members of a snitch with rules of its own about alerting.
  ...z.object(outputsOf(rules)).partial().shape,
  former_url: presentedFormerUrl.optional(),
});

export type PresentedSnitch = z.output<typeof presentedSnitch>;

/** What the row of a snitch does not say: the run that it names as its latest one, what it depends on, and the URL that it had. */
export type SnitchRelations = { lastRun: Run | null; dependsOn: string[]; formerUrl: FormerUrl | null };

export const NO_RELATIONS: SnitchRelations = { lastRun: null, dependsOn: [], formerUrl: null };

/**
 * The JSON of a snitch. Its slug and members about schedules, runs and alerting are there only if the snitch uses them. `checkInUrl`: null
 * if the reader may not see it.
 */
export const presentSnitch = (
  snitch: Presentable,
  checkInUrl: string | null,
  now: Date,
  { lastRun, dependsOn, formerUrl }: SnitchRelations,
): PresentedSnitch => ({
  token: snitch.token,
  href: `/v1/snitches/${snitch.token}`,
  ...attributesOf(DESCRIPTION, snitch),
  status: snitch.status,
  created_at: snitch.createdAt.toISOString(),
  ...(checkInUrl !== null && { check_in_url: checkInUrl }),
  checked_in_at: snitch.checkedInAt?.toISOString() ?? null,
  type: { interval: intervalOf(snitch) },
  interval: intervalOf(snitch),
  ...attributesOf(ALERTS, snitch),
  ...usedOf(OPTIONAL, snitch),
  ...(snitch.schedule !== null &&
    presentSchedule({ ...snitch, ...toScheduleTerms(snitch) }, snitch.schedule, now)),
  ...(usesRuns(snitch) && {
    ...attributesOf(runs, snitch),
    running: snitch.running,
    last_run: lastRun && presentRun(lastRun),
  }),
  ...presentRules({ ...snitch, dependsOn }),
  ...(formerUrl && { former_url: presentFormerUrl(formerUrl) }),
});

const presentFormerUrl = ({ worksUntil, checkIns, lastAddress }: FormerUrl) => ({
  works_until: worksUntil.toISOString(),
  check_ins: checkIns,
  last_address: lastAddress || null,
});

const presentRules = (snitch: Presentable & { dependsOn: string[] }) =>
  Object.keys(usedOf(rules, snitch)).length > 0 && attributesOf(rules, snitch);

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
  // A run that checked in early is no longer expected.
  const matchedMs = checkedInAt ? matchTick(snitch, checkedInAt).getTime() : 0;
  return new Date(nextTick(Math.max(now.getTime(), matchedMs)));
}

/** The columns of a snitch that the API shows. */
export type Presentable = Pick<
  Snitch,
  | Exclude<keyof ColumnsOf<typeof SETTINGS>, "dependsOn">
  | ("token" | "status" | "createdAt" | "checkedInAt" | "deadline" | "running" | "lastRunId")
>;
