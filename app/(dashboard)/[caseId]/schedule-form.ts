import { parse } from "@/lib/platform/parse";
import { Refusal } from "@/lib/platform/refusal";
import { compileSchedule } from "@/lib/rules/schedule/compile";
import { nameOfCommand, parseCrontabLine } from "@/lib/rules/schedule/crontab-line";
import { marginInWords } from "@/lib/rules/schedule/margin-text";
import { nextRuns, type SchedulePreview } from "@/lib/rules/schedule/next-runs";
import { scheduleInWords } from "@/lib/rules/schedule/words";
import { zoneOfTimes } from "@/lib/rules/schedule/zone-of-times";
import { snitchChanges } from "@/lib/snitches/input";
import { usableTerms } from "@/lib/snitches/schedule-input";
import { readField, readSeconds } from "./form-seconds";

type Fields = Record<string, unknown>;

/**
 * The fields of a form that say when the job runs, as the API’s attributes. A pasted line of a crontab gives the schedule,
 * and its command a name if the form has none.
 */
export function readScheduleAttributes({ kind, ...fields }: Fields): Fields {
  const { schedule, timezone, grace, early, active, ...rest } = fields;
  if (kind !== "schedule") return { ...rest, interval: rest.interval ?? "" };
  const { interval: _, ...others } = rest;
  const line = readField(schedule).includes("\n") ? null : parseCrontabLine(readField(schedule));
  return {
    ...others,
    ...(line?.command && readField(fields.name) === "" && { name: nameOfCommand(line.command) }),
    schedule: line?.schedule ?? readField(schedule),
    timezone: line?.zone ?? (readField(timezone) || null),
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
