import { z } from "zod";
import { inputsOf } from "@/lib/platform/setting";
import { DAY_MS } from "@/lib/rules/durations";
import { alerting } from "@/lib/snitches/settings/alerting";
import { schedule } from "@/lib/snitches/settings/schedule";
import { SETTINGS } from "@/lib/snitches/settings/settings";
import { parseTime } from "@/lib/snitches/time-input";

export const MAX_DAYS = 90;
const DEFAULT_DAYS = 30;

const NOT_A_TIME = `must be a time in the last ${MAX_DAYS} days (ISO 8601)`;

const { alert_after } = alerting;

/** The settings that can be tried. */
const TRIED = Object.fromEntries(
  Object.entries({ ...schedule, ...{ alert_after }, ...SETTINGS }).filter(
    ([, { replay }]) => replay === "again",
  ),
) as Partial<typeof SETTINGS> as typeof SETTINGS;

/** The input for a replay: the settings to try, where absent ones are those of the snitch, and since when. */
export const replayInput = (now: Date) =>
  z.object(
    {
      ...z.object(inputsOf(TRIED)).partial().shape,
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
