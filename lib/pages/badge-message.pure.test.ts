import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS, SECOND_MS } from "@/lib/rules/durations";
import { NO_PERIODS } from "@/lib/rules/history/period-counts";
import type { Status } from "@/lib/rules/state/snitch-state";
import { durationMessage, lastRunMessage, shareMessage, statusMessage } from "./badge-message";

const now = new Date("2026-03-10T12:00Z");
const inAnHour = new Date(now.getTime() + HOUR_MS);
const aJob = (status: Status, deadline: Date | null = inAnHour) => ({ status, deadline });
const overdue = aJob("healthy", new Date(now.getTime() - 1));

test.each([
  [[], "no jobs", false],
  [[aJob("paused", null)], "paused", false],
  [[aJob("paused", null), aJob("pending", null)], "pending", false],
  [[aJob("pending", null), aJob("healthy")], "healthy", false],
  [[aJob("healthy"), overdue], "late", false],
  [[overdue, aJob("failed")], "missing", true],
  [[aJob("failed"), aJob("errored"), overdue], "errored", true],
])("of %j the badge says %s", (jobs, message, isError) => {
  expect(statusMessage(jobs, now)).toMatchObject({ message, isError });
});

test("the last run is the latest of all", () => {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  expect(lastRunMessage([null], now).message).toBe("never");
  expect(lastRunMessage([ago(3 * DAY_MS), null, ago(2 * HOUR_MS)], now).message).toBe("2 hours ago");
  expect(lastRunMessage([ago(5 * SECOND_MS)], now).message).toBe("just now");
});

test("a share is rounded down, and 100% only if every run was healthy", () => {
  const of = (healthy: number, missed: number) => shareMessage({ ...NO_PERIODS, healthy, missed });
  expect(of(0, 0).message).toBe("no data");
  expect(of(10_000, 1).message).toBe("99.9%");
  expect(of(30, 0)).toMatchObject({ message: "100%", color: "brightgreen" });
  expect(of(1, 1)).toMatchObject({ message: "50%", color: "orange", isError: false });
});

test("a duration is the mean of the runs", () => {
  expect(durationMessage({ runs: 0, runMs: 0 }).message).toBe("no data");
  expect(durationMessage({ runs: 2, runMs: 3_000 }).message).toBe("1.5 s");
  expect(durationMessage({ runs: 1, runMs: 42_000 }).message).toBe("42 s");
  expect(durationMessage({ runs: 2, runMs: 2 * HOUR_MS }).message).toBe("1 hour");
});
