import { parse } from "@/lib/platform/parse";
import { invalid, Refusal } from "@/lib/platform/refusal";
import { compileSchedule } from "@/lib/rules/schedule/compile";
import { nameOfCommand, parseCrontabLine } from "@/lib/rules/schedule/crontab-line";
import { marginInWords } from "@/lib/rules/schedule/margin-text";
import { nextRuns, type SchedulePreview } from "@/lib/rules/schedule/next-runs";
import { zoneByCity } from "@/lib/rules/schedule/time-zone";
import { scheduleInWords } from "@/lib/rules/schedule/words";
import { zoneOfTimes } from "@/lib/rules/schedule/zone-of-times";
import { snitchChanges } from "@/lib/snitches/input";
import { usableTerms } from "@/lib/snitches/schedule-input";
import { readField, readSeconds } from "./form-seconds";

type Fields = Record<string, unknown>;

const NO_SCHEDULE = "Enter when the job runs: cron (0 3 * * *), OnCalendar (03:00) or every 45 minutes";

/**
 * The fields of a form that say when the job runs, as the API’s attributes. A pasted line of a crontab gives the schedule,
 * and its command a name if the form has none.
 */
export function readScheduleAttributes({ kind, ...fields }: Fields): Fields {
  const { schedule, timezone, grace, early, active, ...rest } = fields;
  if (kind !== "schedule") {
    if (!rest.interval) throw invalid([{ attribute: "interval", message: "Choose how often the job runs" }]);
    return rest;
  }
  const text = readField(schedule);
  if (text === "") throw invalid([{ attribute: "schedule", message: NO_SCHEDULE }]);
  const { interval: _, ...others } = rest;
  const line = text.includes("\n") ? null : parseCrontabLine(text);
  return {
    ...others,
    ...(line?.command && readField(fields.name) === "" && { name: nameOfCommand(line.command) }),
    schedule: line?.schedule ?? text,
    timezone: line?.zone ?? (zoneByCity(readField(timezone)) || null),
    grace: readSeconds("grace", grace),
    early: readSeconds("early", early),
    active: readField(active) || null,
  };
}

const RUNS = 5;

/** What the form shows of its schedule. */
export function previewForm(fields: Fields, now: Date): SchedulePreview {
  try {
    const { schedule, timezone, grace, early, active } = readScheduleAttributes({
      ...fields,
      kind: "schedule",
    });
    const input = parse(snitchChanges, { schedule, timezone, grace, early, active });
    const terms = usableTerms(input, null);
    const { graceMs, earlyMs } = compileSchedule(terms);
    return {
      words: scheduleInWords(terms),
      timezone: zoneOfTimes(terms),
      grace: marginInWords(graceMs / 1_000),
      early: marginInWords(earlyMs / 1_000),
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
