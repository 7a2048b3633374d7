import { z } from "zod";
import { isPostgresText, NOT_POSTGRES_TEXT } from "@/lib/platform/postgres-text";
import { inSeconds } from "@/lib/platform/setting";
import { INTERVALS, type Interval } from "@/lib/rules/schedule/interval";
import type { AlertType } from "@/lib/rules/state/snitch-state";
import { setting } from "./setting";

const MAX_SECONDS = 365 * 86_400;

const text = z.string({ error: "must be text" }).refine(isPostgresText, NOT_POSTGRES_TEXT);

const NOT_SECONDS = `must be a whole number of seconds from 0 to ${MAX_SECONDS}`;

const seconds = z.int({ error: NOT_SECONDS }).min(0, NOT_SECONDS).max(MAX_SECONDS, NOT_SECONDS);

const isBlank = (value: unknown) =>
  value === undefined || value === null || (typeof value === "string" && value.trim() === "");

/** When the job runs. `schedule-input.ts` says what they mean together, and `update.ts` how they are saved. */
export const schedule = {
  interval: setting({
    property: "interval",
    input: z
      .enum(INTERVALS, {
        error: ({ input }) => (isBlank(input) ? "can't be blank" : `must be one of ${INTERVALS.join(", ")}`),
      })
      .optional()
      .meta({
        description: "How often the job has to check in. A new snitch needs an interval or a schedule.",
      }),
    output: z.enum(INTERVALS).meta({ examples: ["daily"] }),
    default: null as Interval | null,
    replay: "again",
  }),
  schedule: setting({
    property: "schedule",
    input: text.nullish().meta({
      description:
        "Instead of an interval: cron (`30 7 * * 1-5`), OnCalendar (`Mon..Fri 07:30`) or `every 45 minutes`; up to ten lines.",
      examples: ["30 7 * * 1-5"],
    }),
    output: z.string().meta({ description: "One expression per line." }),
    default: null as string | null,
    replay: "again",
  }),
  timezone: setting({
    property: "timezone",
    input: text.nullish().meta({
      description: "The IANA time zone of the schedule. UTC by default.",
      examples: ["Europe/Riga"],
    }),
    output: z.string().meta({ description: "The IANA time zone of the schedule." }),
    default: "UTC",
    label: "Time zone",
    replay: "again",
  }),
  grace: setting({
    property: "grace",
    input: seconds.nullish().meta({
      description:
        "How many seconds after its scheduled time a run may check in. By default a tenth of the shortest gap, from a minute to an hour.",
    }),
    output: z.int().meta({ description: "How many seconds after its scheduled time a run may check in." }),
    default: null as number | null,
    fact: inSeconds,
    replay: "again",
  }),
  early: setting({
    property: "early",
    input: seconds.nullish().meta({
      description:
        "How many seconds before its scheduled time a run may check in. By default a tenth of the shortest gap, at most five minutes.",
    }),
    output: z.int().meta({ description: "How many seconds before its scheduled time a run may check in." }),
    default: null as number | null,
    fact: inSeconds,
    replay: "again",
  }),
  active: setting({
    property: "active",
    input: text.nullish().meta({
      description: "The hours when the job runs, in its time zone; null for all.",
      examples: ["Mon..Fri 08:00-18:00"],
    }),
    output: z.string().nullable().meta({ description: "The hours when the job runs; null for all." }),
    default: null as string | null,
    replay: "again",
  }),
  alert_type: setting({
    property: "alertType",
    input: z.enum(["basic", "smart"], { error: "must be one of basic, smart" }).nullish().meta({
      description:
        "`basic` waits for the end of the next whole period; `smart` learns when the job reports, and alerts sooner.",
    }),
    output: z.enum(["basic", "smart"]),
    default: "basic" as AlertType,
    replay: "again",
  }),
};
