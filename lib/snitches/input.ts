import { z } from "zod";
import { link } from "@/lib/platform/link-input";
import { isPostgresText, NOT_POSTGRES_TEXT } from "@/lib/platform/postgres-text";
import { tooLong } from "@/lib/platform/too-long";
import { NO_RUN_TERMS } from "@/lib/rules/runs/terms";
import { INTERVALS } from "@/lib/rules/schedule/interval";
import { isSlug } from "@/lib/rules/slug";
import type { PauseUntil } from "@/lib/rules/state/snitch-state";
import { filtersAttribute } from "./filter-input";
import { addressList, tagList } from "./input-arrays";
import { ruleAttributes } from "./rule-input";
import { runAttributes, runProblems, runTermsFrom } from "./run-input";
import { scheduleAttributes, scheduleProblems } from "./schedule-input";
import { parseTime } from "./time-input";

const BLANK = "can't be blank";

const isAbsent = (value: unknown) => value === undefined || value === null;
const isBlank = (value: unknown) => isAbsent(value) || (typeof value === "string" && value.trim() === "");

export const name = z
  .string({ error: ({ input }) => (isAbsent(input) ? BLANK : "must be text") })
  .trim()
  .min(1, BLANK)
  .max(255, tooLong(255))
  .refine(isPostgresText, NOT_POSTGRES_TEXT)
  .meta({ description: "The name of the job.", examples: ["Nightly backup"] });

export const intervalAttribute = z
  .enum(INTERVALS, {
    error: ({ input }) => (isBlank(input) ? BLANK : `must be one of ${INTERVALS.join(", ")}`),
  })
  .optional()
  .meta({ description: "How often the job has to check in. A new snitch needs an interval or a schedule." });

export const alertTypeAttribute = z
  .enum(["basic", "smart"], { error: "must be one of basic, smart" })
  .nullish()
  .meta({
    description:
      "`basic` waits for the end of the next whole period; `smart` learns when the job reports, and alerts sooner.",
  });

const notes = z
  .string({ error: "must be text" })
  .max(10_000, tooLong(10_000))
  .refine(isPostgresText, NOT_POSTGRES_TEXT)
  .nullable()
  .transform((value) => value ?? "")
  .meta({
    description: "A note for the people who are alerted.",
    examples: ["Runs on db1. Restart with `make backup`."],
  });

export const NOT_A_SLUG = "must have 1 to 255 characters: letters, digits, hyphens, underscores and dots";

const slug = z
  .string({ error: "must be text" })
  .refine((value) => value === "" || isSlug(value), NOT_A_SLUG)
  .nullable()
  .transform((value) => value ?? "")
  .meta({
    description:
      "A name that programs use for it, unique in the case: letters, digits, hyphens, underscores and dots. Empty for none.",
    examples: ["nightly-backup"],
  });

const url = link
  .nullable()
  .transform((value) => value ?? "")
  .meta({
    description:
      "A page about the job: a runbook, a repository, a dashboard. Alerts link to it. Empty for none.",
    examples: ["https://wiki.example.com/backup"],
  });

const environment = z
  .string({ error: "must be text: put a number in quotes" })
  .trim()
  .max(255, tooLong(255))
  .refine(isPostgresText, NOT_POSTGRES_TEXT)
  .nullable()
  .transform((value) => value ?? "")
  .meta({
    description:
      "Where the job runs, such as `production`; at most 64 characters. A slug is unique in its environment. Empty for none.",
    examples: ["production"],
  });

/** Older clients nest the interval: `{"type": {"interval": "hourly"}}`. A top-level interval takes precedence. */
export function withTopLevelInterval(input: unknown): unknown {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return input;
  const { type, ...rest } = input as Record<string, unknown>;
  const nested = typeof type === "object" && type !== null && "interval" in type ? type.interval : undefined;
  return isBlank(nested) || !isBlank(rest.interval) ? rest : { ...rest, interval: nested };
}

const NOT_AN_OBJECT = { error: "must be a JSON object" };

/** Without a schedule, a missing interval becomes null, so that it is refused as blank; with one, a blank interval is left out. */
function withInterval(input: unknown): unknown {
  const fields = withTopLevelInterval(input);
  if (typeof fields !== "object" || fields === null || Array.isArray(fields)) return fields;
  const { interval = null, schedule } = fields as Record<string, unknown>;
  if (isBlank(schedule)) return { ...fields, interval };
  return isBlank(interval) ? { ...fields, interval: undefined } : fields;
}

/** The input for a new snitch. Unknown attributes are ignored. */
export const newSnitch = z.preprocess(
  withInterval,
  z
    .object(
      {
        name,
        interval: intervalAttribute,
        alert_type: alertTypeAttribute.transform((value) => value ?? "basic"),
        alert_email: addressList.default([]),
        notes: notes.default(""),
        url: url.optional(),
        tags: tagList.default([]),
        slug: slug.optional(),
        environment: environment.optional(),
        filters: filtersAttribute.optional(),
        ...scheduleAttributes,
        ...runAttributes,
        ...ruleAttributes,
      },
      NOT_AN_OBJECT,
    )
    .superRefine((input, context) => {
      const ofRuns = runProblems(runTermsFrom(input, NO_RUN_TERMS), !isBlank(input.schedule));
      for (const { attribute, message } of [...scheduleProblems(input), ...ofRuns]) {
        context.addIssue({ code: "custom", path: [attribute], message });
      }
    }),
);

export type NewSnitch = z.output<typeof newSnitch>;

/** The input for changes to a snitch. An absent attribute stays unchanged, and unknown members are ignored. */
export const snitchChanges = z.preprocess(
  withTopLevelInterval,
  z
    .object(
      {
        name,
        interval: intervalAttribute,
        alert_type: alertTypeAttribute,
        alert_email: addressList,
        notes,
        url,
        tags: tagList,
        slug,
        environment,
        filters: filtersAttribute,
        ...scheduleAttributes,
        ...runAttributes,
        ...ruleAttributes,
      },
      NOT_AN_OBJECT,
    )
    .partial(),
);

export type SnitchChanges = z.output<typeof snitchChanges>;

const INVALID_UNTIL = "must be healthy, unpaused or a time in the future (ISO 8601)";

/** The input for a pause: it ends at the next healthy check-in (the default), by hand, or at a time in the future. */
export const pauseUntil = (now: Date) =>
  z
    .object(
      {
        until: z
          .string({ error: INVALID_UNTIL })
          .nullish()
          .meta({
            description:
              "`healthy` (the default), `unpaused`, or a time in the future. A time without a zone is UTC.",
            examples: ["healthy", "unpaused", "2100-01-01T06:00:00.000Z"],
          }),
      },
      NOT_AN_OBJECT,
    )
    .transform(({ until }, context): { until: PauseUntil; endsAt: Date | null } => {
      if (isAbsent(until) || until === "healthy") return { until: "healthy", endsAt: null };
      if (until === "unpaused") return { until, endsAt: null };
      const endsAt = parseTime(until);
      if (endsAt && endsAt > now) return { until: "time", endsAt };
      context.addIssue({ code: "custom", path: ["until"], message: INVALID_UNTIL });
      return z.NEVER;
    });

export type PauseTerms = z.output<ReturnType<typeof pauseUntil>>;
