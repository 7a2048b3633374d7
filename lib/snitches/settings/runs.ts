import { z } from "zod";
import { isPostgresText, NOT_POSTGRES_TEXT } from "@/lib/platform/postgres-text";
import type { Validation } from "@/lib/platform/refusal";
import { inSeconds } from "@/lib/platform/setting";
import { MAX_CHECKS, parseCheck } from "@/lib/rules/runs/parse-check";
import { EXPECTS, NO_RUN_TERMS, type RunTerms } from "@/lib/rules/runs/terms";
import { setting } from "./setting";

const MAX_SECONDS = 365 * 86_400;

const MAX_CHECK_CHARACTERS = 200;

function seconds(min: number) {
  const error = `must be a whole number of seconds from ${min} to ${MAX_SECONDS}`;
  return z.int({ error }).min(min, error).max(MAX_SECONDS, error).nullish();
}

const NOT_CHECKS = "must be a list of comparisons";
const NOT_A_CHECK = "must be like duration < 5 min, metric.rows > 0 or metric.bytes > 50% of usual";

const check = z
  .string({ error: NOT_A_CHECK })
  .trim()
  .max(MAX_CHECK_CHARACTERS, NOT_A_CHECK)
  .refine(isPostgresText, NOT_POSTGRES_TEXT)
  .refine((text) => parseCheck(text) !== null, NOT_A_CHECK)
  .transform((text) => text.replace(/\s+/g, " "));

/** The requirements for runs. */
export const runs = {
  max_runtime: setting({
    property: "maxRuntime",
    input: seconds(1).meta({
      description:
        "How many seconds a run may take. The snitch becomes `failed` as soon as one takes longer; until then, a start is enough.",
      examples: [3600],
    }),
    output: z.int().nullable().meta({ description: "How many seconds a run may take." }),
    default: NO_RUN_TERMS.maxRuntime,
    fact: inSeconds,
    label: "Longest runtime",
    replay: "again",
  }),
  min_runtime: setting({
    property: "minRuntime",
    input: seconds(1).meta({ description: "Runs that take fewer seconds are errors." }),
    output: z.int().nullable().meta({ description: "Runs that take fewer seconds are errors." }),
    default: NO_RUN_TERMS.minRuntime,
    fact: inSeconds,
    label: "Shortest runtime",
    replay: "unknown",
  }),
  start_grace: setting({
    property: "startGrace",
    input: seconds(0).meta({
      description:
        "How many seconds after its scheduled time a run may start, if that differs from `grace`. Only with a schedule.",
    }),
    output: z
      .int()
      .nullable()
      .meta({ description: "How many seconds after its scheduled time a run may start." }),
    default: NO_RUN_TERMS.startGrace,
    fact: inSeconds,
    label: "Start tolerance",
    replay: "unknown",
  }),
  expects: setting({
    property: "expects",
    input: z.enum(EXPECTS, { error: "must be one of finish, start" }).nullish().meta({
      description: "What has to arrive by the deadline: a run’s finish (the default) or its start.",
    }),
    output: z.enum(EXPECTS),
    default: NO_RUN_TERMS.expects,
    replay: "unknown",
  }),
  checks: setting({
    property: "checks",
    input: z
      .array(check, { error: NOT_CHECKS })
      .max(MAX_CHECKS, `must have at most ${MAX_CHECKS} comparisons`)
      .nullish()
      .meta({
        description:
          "Conditions that a run must meet when it finishes; otherwise it counts as an error. “Usual” is the median of the last 20 runs that reported success and met the other conditions: with fewer than five, the run passes.",
        examples: [["duration < 5 min", "metric.rows > 0", "metric.bytes > 50% of usual"]],
      }),
    output: z.array(z.string()),
    default: NO_RUN_TERMS.checks,
    replay: "again",
  }),
};

/** The problems of these terms for a snitch with or without a schedule. Empty if it can have them. */
export function runProblems(
  { minRuntime, maxRuntime, startGrace }: RunTerms,
  hasSchedule: boolean,
): Validation[] {
  const problems: Validation[] = [];
  if (minRuntime !== null && maxRuntime !== null && minRuntime >= maxRuntime) {
    problems.push({ attribute: "min_runtime", message: "must be less than max_runtime" });
  }
  if (startGrace !== null && !hasSchedule) {
    problems.push({
      attribute: "start_grace",
      message: "needs a schedule: an interval has fixed periods in UTC",
    });
  }
  return problems;
}
