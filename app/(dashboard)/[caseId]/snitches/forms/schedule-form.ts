import { invalidAttribute, Refusal } from "@/lib/platform/refusal";
import { compileSchedule } from "@/lib/rules/schedule/compile";
import { completeCron } from "@/lib/rules/schedule/complete-cron";
import { parseCrontabLine, splitZone } from "@/lib/rules/schedule/crontab-line";
import { cronAfterRuns, formatSchedule } from "@/lib/rules/schedule/format-schedule";
import { intervalOfWord } from "@/lib/rules/schedule/interval";
import { formatMargin } from "@/lib/rules/schedule/margin-text";
import { nextRuns, type SchedulePreview } from "@/lib/rules/schedule/next-runs";
import { zoneByCity } from "@/lib/rules/schedule/time-zone";
import { zoneOfTimes } from "@/lib/rules/schedule/zone-of-times";
import { snitchChanges } from "@/lib/snitches/input";
import { scheduleProblems, usableTerms } from "@/lib/snitches/schedule-input";
import { readField, readSeconds } from "./form-seconds";
import { type AttributeReaders, parseForm } from "./read-form";

type Fields = Record<string, unknown>;

const NO_SCHEDULE =
  "Enter when the job runs: cron (0 3 * * *), OnCalendar (03:00), every 45 minutes, or daily";

const SEVERAL_JOBS =
  "A snitch monitors one job: enter one line. To monitor a whole crontab, run tattle discover on its machine";

const refuse = (attribute: string, message: string) => invalidAttribute(attribute, message);

/**
 * How the attributes that say when a job runs are read from the fields of a form. A line of a crontab gives the schedule and the zone. A
 * word such as “daily” is a calendar period, which has none of the others.
 */
export function scheduleReaders({ kind, ...fields }: Fields): AttributeReaders {
  const text = readField(fields.schedule);
  const interval = kind === "schedule" ? intervalOfWord(text) : fields.interval;
  if (interval !== null) {
    return {
      interval: () => {
        if (!interval) throw refuse("interval", "Choose how often the job runs");
        return interval;
      },
      start_grace: () => null,
    };
  }
  const lines = text.split("\n");
  const zone = lines.map((line) => splitZone(line).zone).find((name) => name !== null);
  return {
    schedule: () => {
      if (text === "") throw refuse("schedule", NO_SCHEDULE);
      if (lines.filter((line) => parseCrontabLine(line)?.command).length > 1)
        throw refuse("schedule", SEVERAL_JOBS);
      const completed = completeCron(text);
      if (completed) {
        throw refuse("schedule", `Add a fifth field: ${completed} runs ${cronAfterRuns(completed)}`);
      }
      return (lines.length === 1 && parseCrontabLine(text)?.schedule) || text;
    },
    timezone: () => zone ?? (zoneByCity(readField(fields.timezone)) || null),
    grace: () => readSeconds("grace", fields.grace),
    early: () => readSeconds("early", fields.early),
    active: () => readField(fields.active) || null,
  };
}

/** The input for a schedule that replaces the whole of the current one. */
export const scheduleChanges = snitchChanges.superRefine((input, context) => {
  for (const { attribute, message } of scheduleProblems(input)) {
    context.addIssue({ code: "custom", path: [attribute], message });
  }
});

const RUNS = 5;

/** What the form shows of its schedule. */
export function previewForm(fields: Fields, now: Date): SchedulePreview {
  try {
    const input = parseForm(scheduleChanges, scheduleReaders({ ...fields, kind: "schedule" }));
    const terms = usableTerms(input, null);
    const { graceMs, earlyMs } = compileSchedule(terms);
    return {
      words: formatSchedule(terms),
      timezone: zoneOfTimes(terms),
      grace: formatMargin(graceMs / 1_000),
      early: formatMargin(earlyMs / 1_000),
      runs: nextRuns(terms, RUNS, now).map(({ at, dueAt }) => ({
        at: at.toISOString(),
        dueAt: dueAt.toISOString(),
      })),
    };
  } catch (error) {
    if (error instanceof Refusal && error.validations) return { problems: error.validations };
    throw error;
  }
}
