import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/rules/durations";
import { readScheduleKind } from "@/lib/rules/schedule/compile";
import { cronAsOnCalendar } from "@/lib/rules/schedule/cron-as-on-calendar";
import { parseEvery } from "@/lib/rules/schedule/every";
import type { Interval } from "@/lib/rules/schedule/interval";
import { onCalendarAsCron } from "@/lib/rules/schedule/on-calendar-as-cron";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { zoneOfLine, zoneOfTimes } from "@/lib/rules/schedule/zone-of-times";

/** When a job runs, as the examples of each environment write it. */
export type SnippetTimes = {
  /** Expressions of cron; the job runs at the times of each. */
  cron: string[];
  /** The settings of a systemd timer. */
  timer: string[];
  /** The zone of the cron expressions. */
  timezone: string;
  /** What cannot be written in the words of cron or of systemd, and is an example instead. */
  inexact: "cron" | "timer" | null;
};

/** The times of a snitch: those of its own schedule, as far as cron and systemd can express them. */
export function snippetTimes({ interval, schedule, timezone }: ScheduleTerms): SnippetTimes {
  const example = exampleTimes(interval, timezone);
  if (schedule === null) return example;
  const lines = schedule.split("\n");
  switch (readScheduleKind(lines[0] ?? "")) {
    case "every":
      return everyTimes(parseEvery(schedule));
    case "cron": {
      const timer = buildTimerEvents(lines, timezone);
      return { ...example, cron: lines, timer: timer ?? example.timer, inexact: timer ? null : "timer" };
    }
    default: {
      const timer = lines.map((line) => eventIn(zoneOfLine(line, timezone), withoutZone(line)));
      const cron = lines.flatMap((line) => onCalendarAsCron(line) ?? []);
      const zone = zoneOfTimes({ schedule, timezone });
      const isOneZone = lines.every((line) => zoneOfLine(line, timezone) === zone);
      const isExact = isOneZone && cron.length === lines.length;
      return {
        cron: isExact ? cron : example.cron,
        timer,
        timezone: zone,
        inexact: isExact ? null : "cron",
      };
    }
  }
}

const eventIn = (zone: string, event: string) => `OnCalendar=${event} ${zone}`;

/** Null if one of the cron expressions cannot be an event. */
function buildTimerEvents(expressions: string[], zone: string): string[] | null {
  const events = expressions.map(cronAsOnCalendar);
  if (events.includes(null)) return null;
  return events.flatMap((some) => some ?? []).map((event) => eventIn(zone, event));
}

const withoutZone = (line: string) => line.replace(/(?<=\S)\s+[A-Za-z][\w+/-]*$/, "");

/** Times in each period of an interval. */
function exampleTimes(interval: Interval, timezone: string): SnippetTimes {
  const cron = [cronSchedule(interval)];
  return { cron, timer: buildTimerEvents(cron, timezone) ?? [], timezone, inexact: null };
}

/** A crontab line that runs at the snitch's interval. The times are examples. */
export function cronSchedule(interval: Interval): string {
  const [count, unit] = interval.split("_");
  if (unit === "minute") return count === "1" ? "* * * * *" : `*/${count} * * * *`;
  if (unit === "hour") return `0 */${count} * * *`;
  const schedules: Record<string, string> = {
    hourly: "0 * * * *",
    daily: "0 3 * * *",
    weekly: "0 3 * * 1",
    monthly: "0 3 1 * *",
  };
  return schedules[interval] ?? "0 3 * * *";
}

const MINUTES = [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30];
const HOURS = [1, 2, 3, 4, 6, 8, 12];

/** What cron can repeat without a gap that is shorter or longer than the others, from often to seldom. */
const REPEATING: [periodMs: number, expression: string][] = [
  ...MINUTES.map((count): [number, string] => [
    count * MINUTE_MS,
    count === 1 ? "* * * * *" : `*/${count} * * * *`,
  ]),
  ...HOURS.map((count): [number, string] => [
    count * HOUR_MS,
    count === 1 ? "0 * * * *" : `0 */${count} * * *`,
  ]),
  [DAY_MS, "0 3 * * *"],
  [7 * DAY_MS, "0 3 * * 1"],
];

const SPANS: [lengthMs: number, unit: string][] = [
  [DAY_MS, "d"],
  [HOUR_MS, "h"],
  [MINUTE_MS, "min"],
];

/** Cron has no such period: its example runs at least as often, if cron can. A timer has it exactly. */
function everyTimes(periodMs: number): SnippetTimes {
  const [repeatedMs, expression] = REPEATING.findLast(([ms]) => ms <= periodMs) ?? [MINUTE_MS, "* * * * *"];
  const [lengthMs, unit] = SPANS.find(([ms]) => periodMs % ms === 0) ?? [1_000, "s"];
  return {
    cron: [expression],
    timer: ["OnBootSec=1min", `OnUnitActiveSec=${periodMs / lengthMs}${unit}`],
    timezone: "UTC",
    inexact: repeatedMs === periodMs ? null : "cron",
  };
}
