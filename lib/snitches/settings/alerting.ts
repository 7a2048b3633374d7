import { z } from "zod";
import { inSeconds } from "@/lib/platform/setting";
import { DEFAULT_RULES, SEVERITIES } from "@/lib/rules/incidents/incident";
import { SUGGESTIONS, type Suggestion } from "@/lib/rules/suggestions/suggestion";
import { addressList } from "../input-arrays";
import { setting } from "./setting";

const MAX_SECONDS = 30 * 86_400;
const MIN_REMINDER_SECONDS = 300;
const MAX_RESULTS = 720;
const MAX_PARENTS = 5;

function whole(what: string, min: number, max: number) {
  const error = `must be a whole number${what} from ${min} to ${max}`;
  return z.int({ error }).min(min, error).max(max, error);
}

const results = () => whole("", 1, MAX_RESULTS).nullish();

const NOT_A_REMINDER = `must be never, or a whole number of seconds from ${MIN_REMINDER_SECONDS} to ${MAX_SECONDS}; null is a reminder in each failed period`;

const NOT_TOKENS = `must be a list of at most ${MAX_PARENTS} tokens of other snitches`;

const NOT_SUGGESTIONS = `must be a list of any of ${SUGGESTIONS.join(", ")}`;

const NOT_CHANNELS = "must be a list of ids of this case’s webhooks; null for all of them";

/** When people are alerted, and who. */
export const alerting = {
  alert_email: setting({
    property: "alertEmail",
    input: addressList,
    output: z.array(z.string()).meta({
      description: "Who is alerted instead of the case’s recipients; empty for the case’s recipients.",
    }),
    default: [] as string[],
    label: "Recipients",
    replay: "same",
  }),
  alert_after: setting({
    property: "alertAfter",
    input: results().meta({
      description:
        "The number of failures in a row (misses, errors and runs that take too long) that raises an alert. 1 by default.",
      examples: [3],
    }),
    output: z.int().meta({ description: "The number of failures in a row that raises an alert." }),
    default: DEFAULT_RULES.alertAfter,
    fact: String,
    replay: "again",
  }),
  alert_after_seconds: setting({
    property: "alertAfterSeconds",
    input: whole(" of seconds", 0, MAX_SECONDS).nullish().meta({
      description: "Alerts after this many seconds even if `alert_after` hasn’t been met; 0 for never.",
    }),
    output: z.int().meta({
      description: "The number of seconds after which people are alerted in any case; 0 for never.",
    }),
    default: DEFAULT_RULES.alertAfterSeconds,
    fact: inSeconds,
    label: "Alert after a time",
    replay: "unknown",
  }),
  recover_after: setting({
    property: "recoverAfter",
    input: results().meta({
      description: "The number of successes in a row that ends an incident. 1 by default.",
    }),
    output: z.int().meta({ description: "The number of successes in a row that ends an incident." }),
    default: DEFAULT_RULES.recoverAfter,
    fact: String,
    label: "Resolve after",
    replay: "unknown",
  }),
  remind_every: setting({
    property: "remindEvery",
    input: z
      .union(
        [
          z.literal("never"),
          z.int().min(MIN_REMINDER_SECONDS, NOT_A_REMINDER).max(MAX_SECONDS, NOT_A_REMINDER),
        ],
        { error: NOT_A_REMINDER },
      )
      .nullish()
      .meta({
        description: "`never`, or the seconds between reminders; null for one per failed period.",
        examples: [3600],
      }),
    output: z
      .union([z.literal("never"), z.int()])
      .nullable()
      .meta({ description: "Seconds between reminders; null for one per failed period." }),
    default: DEFAULT_RULES.remindEvery,
    encode: (seconds) => (seconds === 0 ? ("never" as const) : seconds),
    decode: (every) => (every === "never" ? 0 : every),
    fact: (seconds) => (seconds === 0 ? "never" : inSeconds(seconds)),
    label: "Reminders",
    replay: "unknown",
  }),
  severity: setting({
    property: "severity",
    input: z
      .enum(SEVERITIES, { error: `must be one of ${SEVERITIES.join(", ")}` })
      .nullish()
      .meta({ description: "How serious it is when the job doesn’t run. `critical` by default." }),
    output: z.enum(SEVERITIES),
    default: DEFAULT_RULES.severity,
    replay: "same",
  }),
  depends_on: setting({
    property: "dependsOn",
    input: z
      .array(z.string({ error: NOT_TOKENS }), { error: NOT_TOKENS })
      .max(MAX_PARENTS, NOT_TOKENS)
      .nullish()
      .meta({
        description:
          "The tokens of snitches that this one depends on. While one of them is down, no one is alerted about this one.",
      }),
    output: z.array(z.string()).meta({ description: "The tokens of the snitches that this one depends on." }),
    default: [] as string[],
    replay: "unknown",
  }),
  channels: setting({
    property: "channels",
    input: z
      .array(z.guid({ error: NOT_CHANNELS }), { error: NOT_CHANNELS })
      .min(1, NOT_CHANNELS)
      .max(100, NOT_CHANNELS)
      .nullish()
      .meta({
        description: "The ids of the webhooks that receive alerts; null for all of the case’s webhooks.",
      }),
    output: z
      .array(z.string())
      .nullable()
      .meta({ description: "The webhooks that receive alerts; null for all." }),
    default: [] as string[],
    encode: (ids) => (ids.length > 0 ? ids : null),
    replay: "same",
  }),
  silenced: setting({
    property: "silenced",
    input: z
      .array(z.enum(SUGGESTIONS, { error: NOT_SUGGESTIONS }), { error: NOT_SUGGESTIONS })
      .transform((some) => SUGGESTIONS.filter((each) => some.includes(each)))
      .nullish()
      .meta({
        description:
          "The dismissed suggestions: `stale` (still needed?), `flaps`, `too_often`, `usual` (a check of a number).",
      }),
    output: z.array(z.enum(SUGGESTIONS)).optional().meta({
      description: "The dismissed suggestions; absent if there are none.",
    }),
    default: [] as string[],
    // Only this input and `dismissSuggestion` write the column.
    encode: (dismissed) => dismissed as Suggestion[],
    replay: "same",
  }),
};
