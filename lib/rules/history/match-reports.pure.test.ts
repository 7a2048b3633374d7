import { expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "@/lib/rules/durations";
import type { Window } from "@/lib/rules/schedule/windows";
import { lateUntil, matchReports, type PlainReport } from "./match-reports";
import { NO_WINDOW_REPORT } from "./period-outcome";

const tuesdayMs = Date.UTC(2026, 2, 10);
const at = (hours: number) => new Date(tuesdayMs + hours * HOUR_MS);

/** An hour of which reports count from ten minutes before. */
const windowFrom = (hour: number, dueAt = at(hour + 1)): Window => ({
  start: at(hour),
  end: at(hour + 1),
  dueAt,
  reportsFrom: new Date(at(hour).getTime() - 10 * MINUTE_MS),
});

const report = (atMs: number, changes: Partial<PlainReport> = {}): PlainReport => ({
  atMs,
  isError: false,
  isExcused: false,
  ...changes,
});

const match = (reports: PlainReport[], missedAt: Date[] = [], window = windowFrom(1)) =>
  matchReports([window], reports, missedAt)[0];

test("a window has its last report, from where reports count until before its end", () => {
  const { reportsFrom, end } = windowFrom(1);
  const startMs = reportsFrom.getTime();
  expect(match([report(startMs)])?.checkedInAt).toEqual(reportsFrom);
  expect(match([report(startMs - 1)])).toEqual(NO_WINDOW_REPORT);
  const last = end.getTime() - 1;
  const reports = [startMs, startMs + 5, last, end.getTime()].map((ms) => report(ms));
  expect(match(reports)?.checkedInAt).toEqual(new Date(last));
});

test("each window of many has its own", () => {
  const reports = [1.5, 2.5, 2.7, 4.5].map((hours) => report(at(hours).getTime()));
  const windows = [1, 2, 3, 4].map((hour) => windowFrom(hour));
  const checkedInAts = matchReports(windows, reports, []).map(({ checkedInAt }) => checkedInAt);
  expect(checkedInAts).toEqual([at(1.5), at(2.7), null, at(4.5)]);
});

test("an error is one, and maintenance may excuse it", () => {
  const inside = at(1.5).getTime();
  const healthy = { exitStatus: "0", message: "", isExcused: false, lateAt: null };
  expect(match([report(inside)])).toEqual({ checkedInAt: at(1.5), ...healthy });
  expect(match([report(inside, { isError: true })])?.exitStatus).toBe("1");
  expect(match([report(inside, { isError: true, isExcused: true })])?.isExcused).toBe(true);
});

test("without a report, one within the minute after the deadline makes it late, unless its own miss was alerted", () => {
  const { start, end, reportsFrom } = windowFrom(1);
  const soon = report(end.getTime() + MINUTE_MS - 1);
  const late = { ...NO_WINDOW_REPORT, lateAt: new Date(soon.atMs) };
  expect(match([soon])).toEqual(late);
  expect(match([report(end.getTime() + MINUTE_MS)])).toEqual(NO_WINDOW_REPORT);
  for (const missedAt of [at(1.5), end]) expect(match([soon], [missedAt])).toEqual(NO_WINDOW_REPORT);
  // The snitch was missing already, since a deadline of a window before.
  for (const missedAt of [reportsFrom, start, new Date(end.getTime() + 1)])
    expect(match([soon], [missedAt])).toEqual(late);
  expect(match([soon], [at(1.5), new Date(0)])).toEqual(NO_WINDOW_REPORT);
});

test("a window whose run is due after its end is missed if that deadline was alerted", () => {
  const window = windowFrom(1, at(3));
  const soon = report(at(3).getTime() + 1);
  expect(match([soon], [at(2.5)], window)?.lateAt).toEqual(new Date(soon.atMs));
  expect(match([soon], [at(3)], window)).toEqual(NO_WINDOW_REPORT);
});

test("a window whose run was due before its end is not late because of what comes after it", () => {
  const window = windowFrom(1, at(1.5));
  expect(lateUntil(window)).toBe(window.end.getTime());
  expect(lateUntil(windowFrom(1))).toBe(at(2).getTime() + MINUTE_MS);
  expect(lateUntil(windowFrom(1, at(3)))).toBe(at(3).getTime() + MINUTE_MS);
  expect(match([report(window.end.getTime())], [], window)).toEqual(NO_WINDOW_REPORT);
});
