import { z } from "zod";
import { DAY_MS } from "@/lib/rules/durations";
import { alertTypeAttribute, intervalAttribute } from "@/lib/snitches/input";
import { ruleAttributes } from "@/lib/snitches/rule-input";
import { runAttributes } from "@/lib/snitches/run-input";
import { scheduleAttributes } from "@/lib/snitches/schedule-input";
import { parseTime } from "@/lib/snitches/time-input";

export const MAX_DAYS = 90;
const DEFAULT_DAYS = 30;

const NOT_A_TIME = `must be a time in the last ${MAX_DAYS} days (ISO 8601)`;

/** The input for a replay: the settings to try, where absent ones are those of the snitch, and since when. */
export const replayInput = (now: Date) =>
  z.object(
    {
      interval: intervalAttribute,
      schedule: scheduleAttributes.schedule,
      timezone: scheduleAttributes.timezone,
      grace: scheduleAttributes.grace,
      early: scheduleAttributes.early,
      active: scheduleAttributes.active,
      alert_type: alertTypeAttribute,
      alert_after: ruleAttributes.alert_after,
      max_runtime: runAttributes.max_runtime,
      since: z
        .string({ error: NOT_A_TIME })
        .nullish()
        .transform((text, context) => {
          if (text === undefined || text === null) return new Date(now.getTime() - DEFAULT_DAYS * DAY_MS);
          const since = parseTime(text);
          const earliest = now.getTime() - (MAX_DAYS + 1) * DAY_MS;
          if (since && since < now && since.getTime() >= earliest) return since;
          context.addIssue({ code: "custom", message: NOT_A_TIME });
          return z.NEVER;
        })
        .meta({
          description: `The beginning of the replay, at most ${MAX_DAYS} days ago; 30 days by default.`,
        }),
    },
    { error: "must be a JSON object" },
  );

export type ReplayInput = z.output<ReturnType<typeof replayInput>>;
