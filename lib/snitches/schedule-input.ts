import { invalid, type Validation } from "@/lib/platform/refusal";
import { HOUR_MS } from "@/lib/rules/durations";
import { compileSchedule } from "@/lib/rules/schedule/compile";
import { splitZone } from "@/lib/rules/schedule/crontab-line";
import { derivedInterval } from "@/lib/rules/schedule/derived-interval";
import type { Interval } from "@/lib/rules/schedule/interval";
import { ScheduleError } from "@/lib/rules/schedule/schedule-error";
import { calendarTerms, type ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { currentTimezone } from "@/lib/rules/schedule/time-zone";
import type { AlertType } from "@/lib/rules/state/snitch-state";

const MAX_LINES = 10;
const MAX_LINE_CHARACTERS = 200;

/** The part of an input that says when the job runs. */
export type ScheduleInput = {
  interval?: Interval;
  schedule?: string | null;
  timezone?: string | null;
  grace?: number | null;
  early?: number | null;
  active?: string | null;
};

const MARGINS = ["timezone", "grace", "early", "active"] as const;

/** What an input makes of the current terms (null for a new snitch). Throws a ScheduleError if they cannot be used. */
export function termsFrom(input: ScheduleInput, current: ScheduleTerms | null): ScheduleTerms {
  const schedule = isGiven(input.schedule) ? input.schedule : null;
  if (schedule !== null) return scheduled(schedule, input, current);
  const keepsSchedule = input.schedule === undefined && input.interval === undefined && current?.schedule;
  if (keepsSchedule) return scheduled(keepsSchedule, input, current);
  const interval = input.interval ?? current?.interval;
  if (!interval) throw new ScheduleError("can’t be blank");
  const margin = MARGINS.find(
    (name) => isGiven(input[name]) && !(name === "timezone" && isUtc(input.timezone)),
  );
  if (margin) throw new ScheduleError("needs a schedule: an interval has fixed periods in UTC", margin);
  return calendarTerms(interval);
}

const isGiven = <Value>(value: Value | null | undefined): value is Value =>
  value !== undefined && value !== null && !(typeof value === "string" && value.trim() === "");

const isUtc = (timezone?: string | null) => isGiven(timezone) && currentTimezone(timezone.trim()) === "UTC";

function scheduled(text: string, input: ScheduleInput, current: ScheduleTerms | null): ScheduleTerms {
  const before = current?.schedule ? current : null;
  const { schedule, timezone } = splitLines(text);
  const terms: ScheduleTerms = {
    interval: "monthly",
    schedule,
    timezone:
      zoneFrom(input.timezone, timezone) ?? (input.timezone === null ? "UTC" : (before?.timezone ?? "UTC")),
    grace: marginFrom("grace", input.grace, before),
    early: marginFrom("early", input.early, before),
    active: input.active === undefined ? (before?.active ?? null) : activeFrom(input.active),
  };
  const interval = derivedInterval(terms);
  const contradicts = input.interval && input.interval !== interval && input.interval !== current?.interval;
  if (contradicts || (input.interval && !current)) {
    throw new ScheduleError("can’t be combined with an interval: send one of them");
  }
  return { ...terms, interval };
}

/** A margin that repeats the default, as clients do that send back a whole snitch, stays the default. */
function marginFrom(name: "grace" | "early", value: number | null | undefined, before: ScheduleTerms | null) {
  if (value === undefined) return before?.[name] ?? null;
  if (value === null || !before || before[name] !== null) return value;
  const { graceMs, earlyMs } = compileSchedule(before);
  return value * 1_000 === (name === "grace" ? graceMs : earlyMs) ? null : value;
}

/** The lines without superfluous spaces, and the zone that `CRON_TZ=` names at the start of one. */
function splitLines(text: string): { schedule: string; timezone: string | null } {
  let timezone: string | null = null;
  const lines = text.split("\n").flatMap((line) => {
    const { zone, rest } = splitZone(line);
    if (zone && timezone && zone !== timezone) {
      throw new ScheduleError("has lines with different time zones: a snitch has one");
    }
    if (zone) timezone = zone;
    const written = rest.replace(/\s+/g, " ");
    if (written.length > MAX_LINE_CHARACTERS) {
      throw new ScheduleError(`must have at most ${MAX_LINE_CHARACTERS} characters per line`);
    }
    return written ? [written] : [];
  });
  if (lines.length > MAX_LINES) throw new ScheduleError(`must have at most ${MAX_LINES} lines`);
  if (lines.length === 0) throw new ScheduleError("can’t be blank");
  return { schedule: lines.join("\n"), timezone };
}

function zoneFrom(zone: string | null | undefined, ofLine: string | null): string | null {
  const zones = [zone, ofLine].flatMap((name) => (isGiven(name) ? [knownZone(name.trim())] : []));
  if (zones.length === 2 && zones[0] !== zones[1]) {
    throw new ScheduleError(`differs from ${ofLine} in the schedule: leave one of them out`, "timezone");
  }
  return zones[0] ?? null;
}

function knownZone(name: string): string {
  const zone = currentTimezone(name);
  if (zone) return zone;
  const label = name.length > 40 ? `${name.slice(0, 39)}…` : name;
  throw new ScheduleError(
    `“${label}” is not a time zone: write an IANA name such as Europe/Riga, or UTC`,
    "timezone",
  );
}

const activeFrom = (text: string | null) =>
  isGiven(text)
    ? text
        .split("\n")
        .map((line) => line.trim().replace(/\s+/g, " "))
        .filter(Boolean)
        .join("\n")
    : null;

const SMART_NEEDS_HOURS = "can't be smart for intervals under an hour: use basic";
const SMART_NEEDS_TIMES = "can't be smart with “every”, which has no fixed times: use basic";

/** Why these terms cannot be smart; null if they can. */
export function smartProblem(terms: ScheduleTerms): string | null {
  const { kind, gaps } = compileSchedule(terms);
  if (kind === "every") return SMART_NEEDS_TIMES;
  return gaps.shortestMs < HOUR_MS ? SMART_NEEDS_HOURS : null;
}

/** A schedule in place of an unusable one: no other attribute has a problem because of it. */
export const ANY_SCHEDULE = "* * * * *";

/** One for each attribute with a problem, which gives way so that those of the others are found. */
function listProblems(input: ScheduleInput, current: ScheduleTerms | null): Validation[] {
  try {
    termsFrom(input, current);
    return [];
  } catch (error) {
    if (!(error instanceof ScheduleError)) throw error;
    const { attribute, message } = error;
    const replaced = attribute === "schedule" ? ANY_SCHEDULE : undefined;
    if (input[attribute] === replaced) return [{ attribute, message }];
    const others = listProblems({ ...input, [attribute]: replaced }, current);
    return [{ attribute, message }, ...others.filter((other) => other.attribute !== attribute)];
  }
}

/** The problems of the input for a new snitch, by attribute. Empty if it can be used. */
export function scheduleProblems(input: ScheduleInput & { alert_type?: AlertType | null }): Validation[] {
  const problems = listProblems(input, null);
  if (problems.length > 0 || input.alert_type !== "smart") return problems;
  const problem = smartProblem(termsFrom(input, null));
  return problem ? [{ attribute: "alert_type", message: problem }] : [];
}

/** As `termsFrom`, but refuses as every other invalid input is refused. */
export function usableTerms(input: ScheduleInput, current: ScheduleTerms | null): ScheduleTerms {
  const problems = listProblems(input, current);
  if (problems.length > 0) throw invalid(problems);
  return termsFrom(input, current);
}
