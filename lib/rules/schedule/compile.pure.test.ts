import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../durations";
import { compileSchedule } from "./compile";
import type { ScheduleTerms } from "./schedule-terms";

const terms = (schedule: string, more: Partial<ScheduleTerms> = {}): ScheduleTerms => ({
  interval: "daily",
  schedule,
  timezone: "UTC",
  grace: null,
  early: null,
  active: null,
  ...more,
});

const instant = (text: string) => Date.parse(`${text}Z`);
const written = (instantMs: number) => new Date(instantMs).toISOString().slice(0, 19);

function reason(schedule: string, more: Partial<ScheduleTerms> = {}) {
  try {
    compileSchedule(terms(schedule, more));
  } catch (error) {
    return (error as Error).message;
  }
  return "accepted";
}

test.each([
  ["* * * * *", MINUTE_MS, MINUTE_MS],
  ["0 7 * * *", DAY_MS, DAY_MS],
  ["30 7 * * 1-5", DAY_MS, 3 * DAY_MS],
  ["*/5 9-16 * * 1-5", 5 * MINUTE_MS, 2 * DAY_MS + 16 * HOUR_MS + 5 * MINUTE_MS],
  ["0 0 1 * *", 28 * DAY_MS, 31 * DAY_MS],
  ["0 0 29 2 *", 4 * 365 * DAY_MS + DAY_MS, 8 * 365 * DAY_MS + DAY_MS],
  ["0 0 29 2 */7", 28 * 365 * DAY_MS + 7 * DAY_MS, 28 * 365 * DAY_MS + 7 * DAY_MS],
  ["* * 1-30 * *", MINUTE_MS, DAY_MS + MINUTE_MS],
  ["0 8 * * *\n0 20 * * 1", 12 * HOUR_MS, DAY_MS],
  ["Mon..Fri 08:00", DAY_MS, 3 * DAY_MS],
  ["*:0/15", 15 * MINUTE_MS, 15 * MINUTE_MS],
  ["every 45 minutes", 45 * MINUTE_MS, 45 * MINUTE_MS],
])("the gaps of %s are %d and %d ms", (schedule, shortestMs, longestMs) => {
  expect(compileSchedule(terms(schedule)).gaps).toEqual({ shortestMs, longestMs });
});

test.each([
  ["* * * * *", MINUTE_MS, 6_000],
  ["*/30 * * * *", 3 * MINUTE_MS, 3 * MINUTE_MS],
  ["30 7 * * *", HOUR_MS, 5 * MINUTE_MS],
])("%s waits %d ms and takes reports %d ms early by default", (schedule, graceMs, earlyMs) => {
  expect(compileSchedule(terms(schedule))).toMatchObject({ graceMs, earlyMs });
  expect(compileSchedule(terms(schedule, { grace: 7, early: 0 }))).toMatchObject({
    graceMs: 7_000,
    earlyMs: 0,
  });
});

test.each([
  ["0 0 30 2 *", "never happens"],
  [
    "2020-01-01 07:30",
    "comes to an end: write * for the year, because a snitch needs a schedule that never ends",
  ],
  ["*:*:*", "must leave at least 30 seconds between two runs"],
  ["every 29 seconds", "must be every 30 seconds or longer"],
  ["every 366 days", "must be every 365 days or shorter"],
  [
    "every fortnight",
    "must be “every”, a whole number, and seconds, minutes, hours, days or weeks: every 45 minutes",
  ],
  ["0 7 * * *\n07:30", "mixes kinds: write every line as cron, or every line as OnCalendar"],
  ["every hour\nevery day", "must be one line: “every” cannot be combined with other lines"],
])("%s is refused: %s", (schedule, sentence) => {
  expect(reason(schedule)).toBe(sentence);
});

test.each([
  ["0 7 * * *", "Mon..Fri 08:00-18:00", "must include a time when the schedule runs"],
  ["0 7 * * *", "Mon..Fri", "must have times as in Mon..Fri 08:00-18:00"],
  ["0 7 * * *", "Fun 08:00-18:00", "must have weekdays as in Mon..Fri 08:00-18:00: “fun” is not one"],
  ["0 7 * * *", "25:00-26:00", "must have times from 00:00 to 24:00, as in Mon..Fri 08:00-18:00"],
])("%s with active hours %s is refused: %s", (schedule, active, sentence) => {
  expect(reason(schedule, { active })).toBe(sentence);
});

test("a report shortly before a tick counts for it, and any other for the tick before", () => {
  const { matchTick } = compileSchedule(terms("0 * * * *", { early: 300 }));
  expect(written(matchTick(instant("2026-05-01T09:54:59")))).toBe("2026-05-01T09:00:00");
  expect(written(matchTick(instant("2026-05-01T09:55:00")))).toBe("2026-05-01T10:00:00");
  expect(written(matchTick(instant("2026-05-01T10:00:00")))).toBe("2026-05-01T10:00:00");
});

test("a miss is followed by the deadline of the next tick, and after a long time by the next one to come", () => {
  const { deadlineAfter, deadlineAfterMiss } = compileSchedule(terms("0 * * * *", { grace: 600 }));
  const missed = deadlineAfter(instant("2026-05-01T09:00:00"));
  expect(written(missed)).toBe("2026-05-01T10:10:00");
  expect(written(deadlineAfterMiss(missed, missed))).toBe("2026-05-01T11:10:00");
  expect(written(deadlineAfterMiss(missed, instant("2026-05-03T20:05:00")))).toBe("2026-05-03T20:10:00");
});

test("a grace that is longer than the gap gives each tick its own deadline", () => {
  const { deadlineAfter, deadlineAfterMiss } = compileSchedule(terms("*/5 * * * *", { grace: 3_600 }));
  const missed = deadlineAfter(instant("2026-05-01T12:00:00"));
  expect(written(missed)).toBe("2026-05-01T13:05:00");
  expect(written(deadlineAfterMiss(missed, missed))).toBe("2026-05-01T13:10:00");
});

test("every: a deadline outside the active hours moves to the opening plus the grace", () => {
  const schedule = terms("every 45 minutes", {
    grace: 600,
    timezone: "Europe/Riga",
    active: "Mon..Fri 08:00-18:00",
  });
  const { deadlineAfter, deadlineAfterMiss } = compileSchedule(schedule);
  // Friday in summer, when Riga is three hours ahead.
  expect(written(deadlineAfter(instant("2026-05-08T10:00:00")))).toBe("2026-05-08T10:55:00");
  const deadline = deadlineAfter(instant("2026-05-08T14:30:00"));
  expect(written(deadline)).toBe("2026-05-11T05:10:00");
  expect(written(deadlineAfterMiss(deadline, deadline))).toBe("2026-05-11T05:55:00");
});

test("ticks outside the active hours do not exist", () => {
  const { nextTick } = compileSchedule(terms("0 * * * *", { active: "Mon..Fri 08:00-10:00" }));
  expect(written(nextTick(instant("2026-05-08T08:00:00")))).toBe("2026-05-08T09:00:00");
  expect(written(nextTick(instant("2026-05-08T09:00:00")))).toBe("2026-05-11T08:00:00");
});

test("a process keeps 5,000 schedules, and drops the oldest for another one", () => {
  const compiled = Array.from({ length: 5_001 }, (_, i) => terms(`every ${30 + i} seconds`)).map(
    (written) => [written, compileSchedule(written)] as const,
  );
  const isKept = ([written, schedule]: (typeof compiled)[number]) => compileSchedule(written) === schedule;
  const [oldest, ...others] = compiled;

  expect(others.every(isKept)).toBe(true);
  expect(oldest && isKept(oldest)).toBe(false);
});

const KINDS: [string, Partial<ScheduleTerms>][] = [
  ["*/7 * * * *", { timezone: "Europe/Riga" }],
  ["30 2 * * 1-5", { timezone: "America/New_York", early: 600 }],
  ["*/5 * * * *", { grace: 3_600, early: 3_600 }],
  ["0 */3 * * *\n30 6 1 * *", { timezone: "Australia/Lord_Howe" }],
  ["Mon..Fri *-*-* 07:30", { timezone: "Asia/Tehran" }],
  ["every 45 minutes", { grace: 60 }],
];

test("windows follow each other without a gap, and matched ticks never decrease", () => {
  for (const [schedule, more] of KINDS) {
    const { matchTick, windowAt } = compileSchedule(terms(schedule, more));
    let atMs = instant("2026-10-22T13:17:31");
    for (let i = 0; i < 300; i += 1) {
      const window = windowAt(atMs);
      expect(window.startMs, schedule).toBeLessThanOrEqual(atMs);
      expect(window.endMs, schedule).toBeGreaterThan(atMs);
      expect(windowAt(window.endMs - 1), schedule).toEqual(window);
      expect(windowAt(window.startMs), schedule).toEqual(window);
      expect(windowAt(window.endMs).startMs, schedule).toBe(window.endMs);
      expect(matchTick(window.endMs), schedule).toBeGreaterThan(matchTick(window.startMs - 1));
      atMs = window.endMs + (i % 3) * 1_000;
      if (windowAt(atMs).startMs > atMs) atMs = window.endMs;
    }
  }
});
