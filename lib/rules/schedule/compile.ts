import { DAY_MS, HOUR_MS, MINUTE_MS } from "../durations";
import { type ActiveHours, parseActiveHours } from "./active-hours";
import { calendarSchedule } from "./calendar-schedule";
import type { CivilPattern } from "./civil-time";
import { parseCron } from "./cron";
import { MIN_GAP_MS, parseEvery } from "./every";
import { everySchedule } from "./every-schedule";
import { gapsBetween } from "./gaps";
import { activeTicks, allTicks } from "./merge-ticks";
import { parseOnCalendar } from "./on-calendar";
import type { Schedule, ScheduleKind } from "./schedule";
import { ScheduleError } from "./schedule-error";
import type { ScheduleTerms } from "./schedule-terms";
import { cronTicks, onCalendarTicks, type Ticks } from "./ticks";
import { ticksSchedule } from "./ticks-schedule";
import { workingTimezone } from "./time-zone";

/** How many compiled schedules a process keeps. One takes a few kilobytes. */
const MAX_COMPILED = 5_000;

const compiled = new Map<string, Schedule>();

/** The schedule of these terms. Throws a ScheduleError if they cannot be used; stored terms always can. */
export function compileSchedule(terms: ScheduleTerms): Schedule {
  const { interval, schedule, timezone, early, active } = terms;
  const grace = terms.startGrace ?? terms.grace;
  const key = schedule === null ? interval : `${timezone}|${grace}|${early}|${active}|${schedule}`;
  const cached = compiled.get(key);
  if (cached) return cached;
  const result = schedule === null ? calendarSchedule(interval) : compile({ ...terms, schedule, grace });
  if (compiled.size >= MAX_COMPILED) dropOldest();
  compiled.set(key, result);
  return result;
}

/** One at a time: to compile all again at once would delay the check-ins of a full hour. A Map keeps its order. */
function dropOldest(): void {
  for (const oldest of compiled.keys()) {
    compiled.delete(oldest);
    return;
  }
}

/** The kind of a schedule by how it is written. */
export function readScheduleKind(expression: string): ScheduleKind {
  if (/^every\b/i.test(expression)) return "every";
  if (expression.startsWith("@") || expression.split(/\s+/).length >= 5) return "cron";
  return "oncalendar";
}

function compile(terms: ScheduleTerms & { schedule: string }): Schedule {
  const lines = [...new Set(terms.schedule.split("\n"))];
  const [kind = "cron", ...otherKinds] = new Set(lines.map(readScheduleKind));
  if (otherKinds.length > 0) {
    throw new ScheduleError("mixes kinds: write every line as cron, or every line as OnCalendar");
  }
  const zone = workingTimezone(terms.timezone);
  const active = terms.active === null ? null : parseActiveHours(terms.active);
  return kind === "every"
    ? compileEvery(lines, terms, zone, active)
    : compileTicks(kind, lines, terms, zone, active);
}

type Margins = Pick<ScheduleTerms, "grace" | "early">;

function compileEvery(lines: string[], { grace }: Margins, zone: string, active: ActiveHours | null) {
  const [line = "", ...more] = lines;
  if (more.length > 0)
    throw new ScheduleError("must be one line: “every” cannot be combined with other lines");
  const periodMs = parseEvery(line);
  return everySchedule({ periodMs, graceMs: computeGraceMs(grace, periodMs), active, zone });
}

function compileTicks(
  kind: ScheduleKind,
  lines: string[],
  { grace, early }: Margins,
  zone: string,
  active: ActiveHours | null,
): Schedule {
  const parsed = lines.map((line) => parseLine(kind, line, zone));
  const all = allTicks(parsed.map(({ ticks }) => ticks));
  const gaps = gapsBetween(
    parsed.map(({ pattern }) => pattern),
    active,
  );
  if (!gaps) throw neverHappens(all, active);
  if (gaps.shortestMs < MIN_GAP_MS) throw tooOften();
  const ticks = active ? activeTicks(all, active, zone) : all;
  const nextMs = ticks.nextAfter(REFERENCE_MS);
  if (nextMs === null || nextMs > REFERENCE_MS + MAX_WAIT_MS) {
    throw active ? noActiveHour() : new ScheduleError("never happens");
  }
  const earlyMs = early === null ? Math.min(tenthOf(gaps.shortestMs), MAX_DEFAULT_EARLY_MS) : early * 1_000;
  const graceMs = computeGraceMs(grace, gaps.shortestMs);
  return ticksSchedule(ticks, { kind, gaps, graceMs, earlyMs });
}

/** The gaps do not know that a clock may be turned over every time of a schedule: it must really run after this instant. */
const REFERENCE_MS = Date.UTC(2026, 0);
const MAX_WAIT_MS = 50 * 366 * DAY_MS;

const tooOften = () => new ScheduleError("must leave at least 30 seconds between two runs");

type ParsedLine = { pattern: CivilPattern; ticks: Ticks };

function parseLine(kind: ScheduleKind, line: string, zone: string): ParsedLine {
  if (kind === "cron") {
    const cron = parseCron(line);
    return { pattern: cron, ticks: cronTicks(cron, zone) };
  }
  const onCalendar = parseOnCalendar(line);
  const [first = 0, second = first + 30, ...more] = onCalendar.seconds;
  // Refused here, too: all times of a day are looked at below.
  if (second - first !== 30 || more.length > 0) throw tooOften();
  return { pattern: onCalendar, ticks: onCalendarTicks(onCalendar, zone) };
}

/** Whole seconds, as everything that the API shows. */
const tenthOf = (gapMs: number) => Math.floor(gapMs / 10_000) * 1_000;

const MAX_DEFAULT_EARLY_MS = 5 * MINUTE_MS;

/** The default is a tenth of the shortest gap, at least a minute and at most an hour. */
const computeGraceMs = (grace: number | null, gapMs: number) =>
  grace === null ? Math.min(Math.max(tenthOf(gapMs), MINUTE_MS), HOUR_MS) : grace * 1_000;

const noActiveHour = () => new ScheduleError("must include a time when the schedule runs", "active");

/** The gaps are those from 2092 on. A schedule that runs only before that, or only once in a lifetime, is none. */
function neverHappens(ticks: Ticks, active: ActiveHours | null): ScheduleError {
  const lastMs = ticks.lastBefore(Date.UTC(2092, 0));
  if (lastMs === null || lastMs < Date.UTC(1980, 0)) return new ScheduleError("never happens");
  if (active) return noActiveHour();
  return new ScheduleError(
    "comes to an end: write * for the year, because a snitch needs a schedule that never ends",
  );
}
