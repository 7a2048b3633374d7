import { z } from "zod";
import { isPostgresText, NOT_POSTGRES_TEXT } from "@/lib/platform/postgres-text";
import type { Validation } from "@/lib/platform/refusal";
import { MAX_CHECKS, parseCheck } from "@/lib/rules/runs/checks";
import { EXPECTS, type RunTerms } from "@/lib/rules/runs/terms";

const MAX_SECONDS = 365 * 86_400;

const MAX_CHECK_CHARACTERS = 200;

function seconds(min: number) {
  const error = `must be a whole number of seconds from ${min} to ${MAX_SECONDS}`;
  return z.int({ error }).min(min, error).max(MAX_SECONDS, error).nullish();
}

const NOT_CHECKS = "must be a list of comparisons";
const NOT_A_CHECK =
  "must be comparisons of the duration or a metric with a number, such as “duration < 5 min” or “metric.rows > 0”";

const check = z
  .string({ error: NOT_A_CHECK })
  .trim()
  .max(MAX_CHECK_CHARACTERS, NOT_A_CHECK)
  .refine(isPostgresText, NOT_POSTGRES_TEXT)
  .refine((text) => parseCheck(text) !== null, NOT_A_CHECK)
  .transform((text) => text.replace(/\s+/g, " "));

/** The attributes about runs, as clients send them. Absent ones stay as they are, and null is the default. */
export const runAttributes = {
  max_runtime: seconds(1).meta({
    description:
      "How many seconds a run may take. The snitch is `failed` as soon as one takes longer. Until then, its start is enough.",
    examples: [3600],
  }),
  min_runtime: seconds(1).meta({
    description: "A run that takes fewer seconds is an error.",
  }),
  start_grace: seconds(0).meta({
    description:
      "How many seconds after its time a run may start, if that differs from `grace`. Only with a schedule.",
  }),
  expects: z
    .enum(EXPECTS, { error: "must be one of finish, start" })
    .nullish()
    .meta({ description: "What has to arrive in time: the finish of a run (the default) or its start." }),
  checks: z
    .array(check, { error: NOT_CHECKS })
    .max(MAX_CHECKS, `must have at most ${MAX_CHECKS} comparisons`)
    .nullish()
    .meta({
      description: "Comparisons that a run has to meet when it finishes; if it does not, it is an error.",
      examples: [["duration < 5 min", "metric.rows > 0"]],
    }),
};

/** The part of an input that is about runs. */
export type RunInput = {
  max_runtime?: number | null;
  min_runtime?: number | null;
  start_grace?: number | null;
  expects?: RunTerms["expects"] | null;
  checks?: string[] | null;
};

/** What an input makes of the current terms. */
export const runTermsFrom = (input: RunInput, current: RunTerms): RunTerms => ({
  maxRuntime: input.max_runtime === undefined ? current.maxRuntime : input.max_runtime,
  minRuntime: input.min_runtime === undefined ? current.minRuntime : input.min_runtime,
  startGrace: input.start_grace === undefined ? current.startGrace : input.start_grace,
  expects: input.expects === undefined ? current.expects : (input.expects ?? "finish"),
  checks: input.checks === undefined ? current.checks : (input.checks ?? []),
});

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
