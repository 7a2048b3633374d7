import { z } from "zod";
import { isPostgresText, NOT_POSTGRES_TEXT } from "@/lib/platform/postgres-text";
import { Refusal } from "@/lib/platform/refusal";
import { filledText, storableText } from "@/lib/platform/text-input";
import { tagList } from "@/lib/snitches/input-arrays";
import { schedule } from "@/lib/snitches/settings/schedule";
import { parseUsualTime } from "@/lib/snitches/time-input";
import { scopeFrom } from "./scope-input";
import { MAX_DURATION_S, MIN_DURATION_S, timesFrom } from "./times-input";

const MAX_SNITCHES = 1_000;

const name = filledText(255).meta({
  description: "What the work is.",
  examples: ["Database upgrade"],
});

const note = storableText(10_000)
  .nullable()
  .transform((value) => value ?? "")
  .meta({ description: "A note for the members of the case.", examples: ["db1 restarts twice."] });

const NOT_A_TIME = "must be a time from 1970 to 2199 (ISO 8601)";

const time = z
  .string({ error: NOT_A_TIME })
  .nullish()
  .transform((text, context) => {
    if (text === undefined || text === null) return null;
    const at = parseUsualTime(text);
    if (at) return at;
    context.addIssue({ code: "custom", message: NOT_A_TIME });
    return z.NEVER;
  });

const NOT_A_LIST = "must be a list of tokens of snitches";
const NOT_SECONDS = `must be a whole number of seconds from ${MIN_DURATION_S} to ${MAX_DURATION_S} (7 days)`;

/** The attributes, as clients send them. Null is the same as leaving one out. */
const attributes = {
  all: z
    .boolean({ error: "must be true or false" })
    .nullish()
    .meta({ description: "Covers all snitches of the case. Instead of `tags` and `snitches`." }),
  tags: tagList
    .optional()
    .meta({ description: "Covers the snitches with one of these tags.", examples: [["database"]] }),
  snitches: z
    .array(z.string({ error: NOT_A_LIST }).refine(isPostgresText, NOT_POSTGRES_TEXT), { error: NOT_A_LIST })
    .max(MAX_SNITCHES, `has too many items (maximum is ${MAX_SNITCHES.toLocaleString("en")})`)
    .nullish()
    .meta({ description: "Covers the snitches with these tokens.", examples: [["c2354d53d2b1a4f0"]] }),
  starts_at: time.meta({
    description: "When it starts (ISO 8601; UTC without a zone). Instead of `schedule`.",
    examples: ["2030-05-04T22:00:00.000Z"],
  }),
  ends_at: time.meta({
    description: "When it ends, at most 31 days later.",
    examples: ["2030-05-05T02:00:00.000Z"],
  }),
  schedule: schedule.schedule.input.meta({
    description:
      "When each window starts: cron (`0 2 * * 0`) or OnCalendar (`Sun 02:00`), at most once an hour. Instead of `starts_at` and `ends_at`.",
    examples: ["0 2 * * 0"],
  }),
  timezone: schedule.timezone.input,
  duration: z
    .int({ error: NOT_SECONDS })
    .min(MIN_DURATION_S, { error: NOT_SECONDS, abort: true })
    .max(MAX_DURATION_S, { error: NOT_SECONDS, abort: true })
    .nullish()
    .meta({ description: "How many seconds each window of the schedule lasts, in real time." }),
};

const NOT_AN_OBJECT = { error: "must be a JSON object" };

/** The input for new maintenance. Unknown members are ignored. */
export const newMaintenance = z
  .object({ name, note: note.default(""), ...attributes }, NOT_AN_OBJECT)
  .superRefine((input, context) => {
    for (const work of [() => scopeFrom(input), () => timesFrom(input, null)]) {
      for (const { attribute, message } of collectProblems(work)) {
        context.addIssue({ code: "custom", path: [attribute], message });
      }
    }
  });

export type NewMaintenance = z.output<typeof newMaintenance>;

/** The input for changes to maintenance. An absent attribute stays unchanged, and unknown members are ignored. */
export const maintenanceChanges = z.object({ name, note, ...attributes }, NOT_AN_OBJECT).partial();

export type MaintenanceChanges = z.output<typeof maintenanceChanges>;

/** The problems for which an input is refused. Empty if it is not refused. */
function collectProblems(work: () => unknown) {
  try {
    work();
    return [];
  } catch (error) {
    if (error instanceof Refusal && error.validations) return error.validations;
    throw error;
  }
}
