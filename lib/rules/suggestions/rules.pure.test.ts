import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_MS, MINUTE_MS } from "../durations";
import { calendarTerms } from "../schedule/schedule-terms";
import type { Status } from "../state/snitch-state";
import { countFlaps, isChange, MAX_CHANGES } from "./flaps";
import { staleSince } from "./stale";
import { formatSuggested, type Remedy, remedyVerb, type Suggested } from "./suggested";
import { countExpected, overlappingHosts, tooOften } from "./too-often";

const now = new Date("2026-03-10T12:00Z");
const ago = (ms: number) => new Date(now.getTime() - ms);

test.each<[Status, number, number, boolean]>([
  ["failed", 21 * DAY_MS, 100 * DAY_MS, true],
  ["failed", 21 * DAY_MS - 1, 100 * DAY_MS, false],
  ["pending", 0, 14 * DAY_MS, true],
  ["pending", 0, 14 * DAY_MS - 1, false],
  ["errored", 100 * DAY_MS, 100 * DAY_MS, false],
  ["paused", 100 * DAY_MS, 100 * DAY_MS, false],
  ["healthy", 100 * DAY_MS, 100 * DAY_MS, false],
])("%s, missing for %d ms and %d ms old, a snitch is stale: %s", (status, missingMs, ageMs, isStale) => {
  const snitch = { status, missingSince: ago(missingMs), createdAt: ago(ageMs) };
  const since = status === "failed" ? snitch.missingSince : snitch.createdAt;
  expect(staleSince(snitch, now)).toEqual(isStale ? since : null);
});

test("a missing snitch of an earlier version, of which no one knows since when, is not stale", () => {
  expect(staleSince({ status: "failed", missingSince: null, createdAt: ago(99 * DAY_MS) }, now)).toBeNull();
});

const STATUSES = ["pending", "healthy", "failed", "errored", "paused"] as const;
const KINDS = ["missing", "errored", "reporting", "paused"] as const;
const change = { kind: "missing", from: "healthy", to: "failed", isNotified: true } as const;

test("nine changes are too many, and eight are not", () => {
  expect(countFlaps(Array(8).fill(change))).toBeNull();
  expect(countFlaps(Array(9).fill(change))).toBe(9);
});

test.each<[Partial<Parameters<typeof isChange>[0]>, boolean]>([
  [{}, true],
  [{ isNotified: false }, false],
  [{ kind: "errored", to: "errored" }, true],
  [{ kind: "errored", from: "failed", to: "errored" }, false],
  [{ kind: "reporting", from: "errored", to: "healthy" }, true],
  [{ kind: "reporting", from: "pending", to: "healthy" }, false],
  [{ kind: "paused", from: "failed", to: "paused" }, false],
])("an alert with %j changes whether a snitch is failing: %s", (changes, isOne) => {
  expect(isChange({ ...change, ...changes })).toBe(isOne);
});

test("whatever the alerts, only those that people notified of count, and only from good to bad and back", () => {
  const alert = fc.record({
    kind: fc.constantFrom(...KINDS),
    from: fc.constantFrom(...STATUSES),
    to: fc.constantFrom(...STATUSES),
    isNotified: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(alert, { maxLength: 60 }), (alerts) => {
      const count = countFlaps(alerts);
      const notifications = alerts.filter(({ isNotified }) => isNotified);
      const isFailing = (status: Status) => status === "failed" || status === "errored";
      const expected = notifications.filter(
        ({ kind, from, to }) => kind !== "paused" && isFailing(from) !== isFailing(to),
      );
      expect(count).toBe(expected.length > MAX_CHANGES ? expected.length : null);
      // People aren't notified of held alerts.
      expect(alerts.filter((one) => isChange({ ...one, isNotified: false }))).toEqual([]);
    }),
  );
});

const terms = (schedule: string) => ({ ...calendarTerms("daily"), schedule });

test.each([
  ["0 * * * *", 24],
  ["*/5 * * * *", 288],
  ["0 3 * * *", 1],
  ["0 9-17 * * 1-5", 9],
  ["every 45 minutes", 32],
])("%s expects %d runs on a Tuesday", (schedule, expected) => {
  expect(countExpected(terms(schedule), ago(DAY_MS), now)).toBe(expected);
});

test("a calendar interval expects a run in each of its periods", () => {
  expect(countExpected(calendarTerms("6_hour"), ago(DAY_MS), now)).toBe(4);
  // By their length alone, wherever a period begins.
  const monday = new Date("2026-03-09T12:00Z");
  expect(countExpected(calendarTerms("weekly"), ago(2 * DAY_MS), monday)).toBe(0);
  expect(countExpected(terms("every 7 hours"), ago(DAY_MS), now)).toBe(3);
  expect(countExpected(terms("every 9 hours"), ago(DAY_MS), now)).toBe(3);
});

test.each<[string, [number, number, number], boolean]>([
  ["0 * * * *", [48, 0, 0], true],
  ["0 * * * *", [47, 48, 48], false],
  ["every 2 hours", [24, 0, 0], true],
  // By hand it is easily run twice on one day, or on two.
  ["0 3 * * *", [2, 2, 1], false],
  ["0 3 * * *", [2, 2, 2], true],
  ["0 */6 * * *", [8, 8, 7], false],
  ["0 3 * * *", [0, 9, 9], false],
  ["0 3 * * *", [1, 9, 9], false],
])("of a job at %s with %j reports a day it is said: %s", (schedule, days, isSaid) => {
  const expected = countExpected(terms(schedule), ago(DAY_MS), now);
  expect(tooOften(terms(schedule), days, now)).toEqual(isSaid ? { reports: days[0], expected } : null);
});

test("however often a job runs, it never runs too often with fewer than twice its runs", () => {
  const schedules = fc.constantFrom("0 * * * *", "*/15 * * * *", "0 3 * * *", "0 3 * * 1", "every 2 hours");
  fc.assert(
    fc.property(schedules, fc.nat(200), fc.nat(200), fc.nat(200), (schedule, ...days) => {
      const suggestion = tooOften(terms(schedule), days, now);
      if (suggestion) expect(suggestion.reports).toBeGreaterThanOrEqual(2 * Math.max(suggestion.expected, 1));
    }),
  );
});

const run = (host: string, from: number, to: number) => ({
  host,
  startedAt: ago(from * MINUTE_MS),
  endedAt: ago(to * MINUTE_MS),
});

test.each([
  ["two that overlap", [run("a", 60, 30), run("b", 31, 10)], ["a", "b"]],
  ["one that begins when another ends", [run("a", 60, 30), run("b", 30, 10)], []],
  ["two runs of one host", [run("a", 60, 30), run("a", 50, 10)], []],
  [
    "a run within another, reported in any order",
    [run("b", 50, 40), run("a", 60, 30), run("c", 5, 1)],
    ["a", "b"],
  ],
  ["one that has not ended", [{ ...run("a", 60, 0), endedAt: null }, run("b", 30, 10)], ["a", "b"]],
  ["runs without a host", [run("", 60, 30), run("b", 50, 10)], []],
])("the hosts of %s are named", (_, runs, hosts) => {
  expect(overlappingHosts(runs)).toEqual(hosts);
});

test("whatever the runs, hosts are named exactly if two runs of different hosts overlap", () => {
  const anyRun = fc
    .tuple(fc.constantFrom("a", "b", "c"), fc.nat(50), fc.integer({ min: 1, max: 50 }))
    .map(([host, begins, lasts]) => run(host, 200 - begins, 200 - begins - lasts));
  fc.assert(
    fc.property(fc.array(anyRun, { maxLength: 12 }), (runs) => {
      const overlaps = (one: (typeof runs)[number], other: (typeof runs)[number]) =>
        one.host !== other.host && one.startedAt < other.endedAt && other.startedAt < one.endedAt;
      const expected = runs
        .filter((one) => runs.some((other) => overlaps(one, other)))
        .map(({ host }) => host);
      expect(overlappingHosts(runs)).toEqual([...new Set(expected)].sort());
    }),
  );
});

const writeTime = () => "10 Mar";
const flaps = (remedy: Remedy | null): Suggested => ({ kind: "flaps", changes: 12, remedy });

test.each<[Suggested, string]>([
  [{ kind: "stale", isPending: true, since: now }, "Never checked in (added 10 Mar)."],
  [{ kind: "stale", isPending: false, since: now }, "It has been missing since 10 Mar."],
  [flaps(null), "It changed 12 times within 24 hours."],
  [
    flaps({ attribute: "grace", value: 720, changes: 1 }),
    "It changed 12 times within 24 hours. With a grace of 12 minutes, it would have changed once.",
  ],
  [
    flaps({ attribute: "alert_after", value: 3, changes: 0 }),
    "It changed 12 times within 24 hours. With an alert only after 3 failures, it would not have changed.",
  ],
  [
    { kind: "too_often", reports: 48, expected: 24, hosts: ["a", "b", "c", "d", "e", "f", "g"] },
    "48 reports within 24 hours, and 24 expected. Hosts: a, b, c, d, e and 2 more.",
  ],
  [
    { kind: "too_often", reports: null, expected: 0, hosts: ["a", "b"] },
    "It runs on several hosts at the same time: a, b.",
  ],
  [{ kind: "too_often", reports: 2, expected: 1, hosts: [] }, "2 reports within 24 hours, and 1 expected."],
])("a suggestion says what it is based on: %#", (suggested, expected) => {
  expect(formatSuggested(suggested, writeTime)).toBe(expected);
});

test("a host's name is cut, because anyone with the check-in URL chooses it", () => {
  const hosts = ["x".repeat(5_000), "y".repeat(5_000)];
  expect(
    formatSuggested({ kind: "too_often", reports: null, expected: 0, hosts }, writeTime).length,
  ).toBeLessThan(200);
});

test.each<[Remedy, string]>([
  [{ attribute: "grace", value: 720, changes: 1 }, "Set Grace to 12 Minutes"],
  [{ attribute: "alert_after", value: 3, changes: 0 }, "Alert After 3 Failures"],
])("the button for %j says what it sets", (remedy, verb) => {
  expect(remedyVerb(remedy)).toBe(verb);
});
