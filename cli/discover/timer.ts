import { compileSchedule } from "@/lib/rules/schedule/compile";
import { parseOnCalendar } from "@/lib/rules/schedule/on-calendar";
import { ScheduleError } from "@/lib/rules/schedule/schedule-error";
import { onCalendarTicks } from "@/lib/rules/schedule/ticks";
import { findProblem, termsOf } from "./schedule-problem";
import { parseTimeSpan } from "./time-span";
import { isTrue, lastValue, type UnitFile } from "./unit-file";

/** When a timer runs its service. `schedule` null: it has none that repeats, and `message` says why. */
export type TimerSchedule = {
  schedule: string | null;
  grace: number | null;
  /** Runs that were missed while the machine was off are made up for. */
  isPersistent: boolean;
  message: string | null;
};

const SECOND_MS = 1_000;
const DEFAULT_ACCURACY_SECONDS = 60;

/** Which service a timer starts. */
export const serviceOf = (name: string, timer: UnitFile): string =>
  lastValue(timer, "Timer.Unit") ?? name.replace(/\.timer$/, ".service");

/** Reads when a timer elapses from its unit. */
export function readTimerSchedule(timer: UnitFile): TimerSchedule {
  const isPersistent = isTrue(lastValue(timer, "Timer.Persistent"));
  const { schedule, message } = readTimes(timer);
  const problem = message ?? (schedule === null ? null : findProblem(schedule));
  if (schedule === null || problem) return { schedule: null, grace: null, isPersistent, message: problem };
  const delaySeconds = readDelaySeconds(timer);
  const defaultGrace = compileSchedule(termsOf(schedule)).graceMs / SECOND_MS;
  const grace = delaySeconds > DEFAULT_ACCURACY_SECONDS ? defaultGrace + delaySeconds : null;
  return { schedule, grace, isPersistent, message: null };
}

type Times = { schedule: string | null; message: string | null };

function readTimes(timer: UnitFile): Times {
  const calendar = timer.get("Timer.OnCalendar") ?? [];
  if (calendar.length > 0) return { schedule: calendar.map(normalizeEvent).join("\n"), message: null };
  const repeats = lastValue(timer, "Timer.OnUnitActiveSec") ?? lastValue(timer, "Timer.OnUnitInactiveSec");
  const seconds = repeats === null ? null : parseTimeSpan(repeats);
  if (seconds === null) {
    return {
      schedule: null,
      message: "It runs once after boot or after the timer starts, not on a schedule.",
    };
  }
  return { schedule: everySeconds(Math.round(seconds)), message: null };
}

const UNITS: [number, string][] = [
  [86_400, "day"],
  [3_600, "hour"],
  [60, "minute"],
  [1, "second"],
];

function everySeconds(seconds: number): string {
  const [size, unit] = UNITS.find(([each]) => seconds > 0 && seconds % each === 0) ?? [1, "second"];
  const count = seconds / size;
  return `every ${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** Why a timer never elapses again, as a sentence; null if it does. */
export function findEnd(timer: UnitFile, zone: string, now: Date): string | null {
  const calendar = timer.get("Timer.OnCalendar") ?? [];
  const repeats = ["OnUnitActiveSec", "OnUnitInactiveSec"].some((name) => isSet(timer, name));
  const starts = ["OnBootSec", "OnStartupSec", "OnActiveSec"].some((name) => isSet(timer, name));
  if (calendar.length === 0 && repeats && !starts) {
    return "It only counts from a run of its service, and nothing starts the first run. Add OnBootSec= or OnCalendar=.";
  }
  if (calendar.length === 0 && !starts) return "It has no schedule. Add OnCalendar=.";
  const isOver =
    calendar.length > 0 && !repeats && !starts && calendar.every((event) => hasEnded(event, zone, now));
  return isOver
    ? `${calendar.join(" and ")} has passed or never comes: change OnCalendar=, or disable the timer.`
    : null;
}

const isSet = (timer: UnitFile, name: string) => (timer.get(`Timer.${name}`) ?? []).length > 0;

function hasEnded(event: string, zone: string, now: Date): boolean {
  try {
    const onCalendar = parseOnCalendar(normalizeEvent(event));
    return onCalendarTicks(onCalendar, zone).nextAfter(now.getTime()) === null;
  } catch (error) {
    if (error instanceof ScheduleError) return /never happens/.test(error.message);
    throw error;
  }
}

const normalizeEvent = (event: string) => event.trim().replace(/\s+/g, " ");

function readDelaySeconds(timer: UnitFile): number {
  const random = parseTimeSpan(lastValue(timer, "Timer.RandomizedDelaySec") ?? "0") ?? 0;
  const accuracy = parseTimeSpan(lastValue(timer, "Timer.AccuracySec") ?? "") ?? DEFAULT_ACCURACY_SECONDS;
  return Math.ceil(random + accuracy);
}
