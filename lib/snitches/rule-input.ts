import { z } from "zod";
import { type AlertRules, SEVERITIES } from "@/lib/rules/incidents/incident";
import { SUGGESTIONS, type Suggestion } from "@/lib/rules/suggestions/suggestion";

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

/** The attributes about alerting, as clients send them. Absent ones stay as they are, and null is the default. */
export const ruleAttributes = {
  alert_after: results().meta({
    description:
      "The number of failures in a row (misses, errors and runs that take too long) that raises an alert. 1 by default.",
    examples: [3],
  }),
  alert_after_seconds: whole(" of seconds", 0, MAX_SECONDS).nullish().meta({
    description: "Alerts after this many seconds at the latest, even before `alert_after`; 0 for never.",
  }),
  recover_after: results().meta({
    description: "The number of successes in a row after which the snitch has recovered. 1 by default.",
  }),
  remind_every: z
    .union(
      [
        z.literal("never"),
        z.int().min(MIN_REMINDER_SECONDS, NOT_A_REMINDER).max(MAX_SECONDS, NOT_A_REMINDER),
      ],
      {
        error: NOT_A_REMINDER,
      },
    )
    .nullish()
    .meta({
      description: "`never`, or the seconds between reminders; null for one in each failed period.",
      examples: [3600],
    }),
  severity: z
    .enum(SEVERITIES, { error: `must be one of ${SEVERITIES.join(", ")}` })
    .nullish()
    .meta({
      description: "How serious it is if the job does not run. `critical` by default.",
    }),
  depends_on: z
    .array(z.string({ error: NOT_TOKENS }), { error: NOT_TOKENS })
    .max(MAX_PARENTS, NOT_TOKENS)
    .nullish()
    .meta({
      description:
        "The tokens of snitches that this one depends on: while one of them is down, nobody is alerted about this one.",
    }),
  channels: z
    .array(z.guid({ error: NOT_CHANNELS }), { error: NOT_CHANNELS })
    .min(1, NOT_CHANNELS)
    .max(100, NOT_CHANNELS)
    .nullish()
    .meta({ description: "The ids of the webhooks that are alerted; null for all of the case." }),
  silenced: z
    .array(z.enum(SUGGESTIONS, { error: NOT_SUGGESTIONS }), { error: NOT_SUGGESTIONS })
    .transform((some) => SUGGESTIONS.filter((each) => some.includes(each)))
    .nullish()
    .meta({
      description:
        "The suggestions that are not made about it any more: `stale` (still wanted?), `flaps`, `too_often`.",
    }),
};

/** The part of an input that is about alerting. */
export type RuleInput = {
  alert_after?: number | null;
  alert_after_seconds?: number | null;
  recover_after?: number | null;
  remind_every?: "never" | number | null;
  severity?: AlertRules["severity"] | null;
  depends_on?: string[] | null;
  channels?: string[] | null;
  silenced?: Suggestion[] | null;
};

/** What an input makes of the current rules. An absent attribute leaves its rule unchanged. */
export const alertRulesFrom = (input: RuleInput, current: AlertRules): AlertRules => ({
  alertAfter: input.alert_after === undefined ? current.alertAfter : (input.alert_after ?? 1),
  alertAfterSeconds:
    input.alert_after_seconds === undefined ? current.alertAfterSeconds : (input.alert_after_seconds ?? 0),
  recoverAfter: input.recover_after === undefined ? current.recoverAfter : (input.recover_after ?? 1),
  remindEvery: input.remind_every === undefined ? current.remindEvery : reminderFrom(input.remind_every),
  severity: input.severity === undefined ? current.severity : (input.severity ?? "critical"),
});

const reminderFrom = (every: "never" | number | null) => (every === "never" ? 0 : every);
