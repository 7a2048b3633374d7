import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS, SECOND_MS } from "@/lib/rules/durations";
import type { Status } from "@/lib/rules/state/snitch-state";
import { durationMessage, lastRunMessage, pageMessage, shareMessage, statusMessage } from "./badge-message";
import type { PublicState } from "./view/component-state";
import type { PublicComponent } from "./view/public-page";

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

test("a share is green only if every run was healthy", () => {
  expect(shareMessage(null).message).toBe("no data");
  expect(shareMessage(99.9)).toMatchObject({ message: "99.9%", color: "green" });
  expect(shareMessage(100)).toMatchObject({ message: "100%", color: "brightgreen" });
  expect(shareMessage(50)).toMatchObject({ message: "50%", color: "orange", isError: false });
});

const aDay = (ok: number, failed: number) => ({
  date: "2026-03-10",
  ok,
  late: 0,
  failed,
  excused: 0,
  unknown: 9,
});
const aComponent = (state: PublicState, days = [aDay(1, 0)]): PublicComponent => ({
  ...{ id: "", group: "", name: "", jobs: 1, inOrder: 0, share90d: null, meanMs: null },
  state,
  days,
});

test.each<[PublicState[], string, boolean]>([
  [[], "no jobs", false],
  [["ok", "ok"], "ok", false],
  [["ok", "unknown"], "unknown", false],
  [["unknown", "maintenance"], "maintenance", false],
  [["ok", "running"], "running", false],
  [["running", "late"], "late", false],
  [["late", "failed", "ok"], "failed", true],
])("of a page with %j the badge says %s", (states, message, isError) => {
  const components = states.map((state) => aComponent(state));
  expect(pageMessage(components, "status", 30)).toMatchObject({ message, isError });
});

test("the share of a page is that of its last days, rounded down, of all components together", () => {
  const components = [
    aComponent("ok", [aDay(0, 9), aDay(9_999, 0)]),
    aComponent("failed", [aDay(0, 9), aDay(0, 1)]),
    aComponent("ok", []),
  ];
  expect(pageMessage(components, "share", 1).message).toBe("99.9%");
  expect(pageMessage(components, "share", 7).message).toBe("99.8%");
  expect(pageMessage([], "share", 7).message).toBe("no data");
});

test("a duration is the mean of the runs", () => {
  expect(durationMessage({ runs: 0, runMs: 0 }).message).toBe("no data");
  expect(durationMessage({ runs: 2, runMs: 3_000 }).message).toBe("1.5 s");
  expect(durationMessage({ runs: 1, runMs: 42_000 }).message).toBe("42 s");
  expect(durationMessage({ runs: 2, runMs: 2 * HOUR_MS }).message).toBe("1 hour");
});
