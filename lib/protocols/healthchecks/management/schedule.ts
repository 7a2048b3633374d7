import { compileSchedule } from "@/lib/rules/schedule/compile";
import { parseEvery } from "@/lib/rules/schedule/every";
import { ScheduleError } from "@/lib/rules/schedule/schedule-error";
import {
  type ScheduleColumns,
  type ScheduleTerms,
  toScheduleTerms,
} from "@/lib/rules/schedule/schedule-terms";

/** When a check is expected, in Healthchecks' terms: every number of seconds, or by a schedule. */
type Expected = { timeout: number; schedule: null } | { timeout: null; schedule: string };

const SECONDS_OF_UNITS = [
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

/** A timeout in seconds as a schedule, in the largest unit of which it is a multiple: `every 90 minutes`. */
export function formatEvery(timeout: number): string {
  const [unit, seconds] = SECONDS_OF_UNITS.find(([, length]) => timeout % length === 0) ?? ["second", 1];
  const count = timeout / seconds;
  return `every ${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** Whether a text is a schedule of Healthchecks. There, “every …” isn't a schedule but a timeout. */
export function isSchedule(text: string): boolean {
  const terms: ScheduleTerms = {
    interval: "monthly",
    schedule: lines(text),
    timezone: "UTC",
    grace: null,
    early: null,
    active: null,
  };
  try {
    return text.trim() !== "" && compileSchedule(terms).kind !== "every";
  } catch (error) {
    if (error instanceof ScheduleError) return false;
    throw error;
  }
}

const lines = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim().replace(/\s+/g, " "))
    .filter(Boolean)
    .join("\n");

/** A calendar interval is shown as expected once in its length. */
export function toExpected(snitch: ScheduleColumns): Expected {
  if (snitch.schedule === null)
    return { timeout: compileSchedule(toScheduleTerms(snitch)).gaps.longestMs / 1_000, schedule: null };
  const { kind } = compileSchedule(toScheduleTerms(snitch));
  return kind === "every"
    ? { timeout: parseEvery(snitch.schedule) / 1_000, schedule: null }
    : { timeout: null, schedule: snitch.schedule };
}

/**
 * How many seconds after its time a check is down. A calendar interval is down at the end of the interval after the one in which
 * it last checked in, so that its grace is an interval, too.
 */
export function computeGrace(snitch: ScheduleColumns): number {
  const { kind, gaps, graceMs } = compileSchedule({ ...toScheduleTerms(snitch), startGrace: null });
  return (kind === "calendar" ? gaps.longestMs : graceMs) / 1_000;
}

/** The time at which the check that this deadline waits for is expected. */
export function expectedAt(snitch: ScheduleColumns, deadline: Date): Date {
  const { kind, graceMs, windowDueAt } = compileSchedule(toScheduleTerms(snitch));
  const deadlineMs = deadline.getTime();
  return new Date(kind === "calendar" ? windowDueAt(deadlineMs).startMs : deadlineMs - graceMs);
}
