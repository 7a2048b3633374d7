import { expect, test } from "vitest";
import { formatWhyNotNotified, HOLD_LABELS, reasonNotNotified, type Unnotified } from "./why-not-notified";

test.each([
  ["excused", "it happened during maintenance"],
  ["acknowledged", "the incident was acknowledged"],
  ["known", "people had already been notified of the incident, and it hadn’t gotten worse"],
  ["recovering", "more successes are needed"],
  ["unknown beginning", "no one had been notified of its incident"],
  ["threshold", "the snitch waits for more failures before alerting"],
  ["snooze", "the incident was snoozed"],
  ["maintenance", "a maintenance window was active"],
  ["parent", "it depends on another snitch that had to recover first"],
  ["machine", null],
  ["left", null],
] as const)("“%s” is in words, unless it is about one address", (reason, expected) => {
  expect(formatWhyNotNotified({ reason })).toBe(expected);
});

const unnotified = (changes: Partial<Unnotified>): Unnotified => ({
  kind: "missing",
  hold: null,
  isExcused: false,
  whyNotNotified: null,
  ...changes,
});

test.each([
  [
    "the stored reason counts first",
    { whyNotNotified: { reason: "known" }, hold: "snooze" },
    /^people had already been/,
  ],
  [
    "then that maintenance excused it",
    { isExcused: true, hold: "snooze" },
    /^it happened during maintenance$/,
  ],
  ["then its hold", { hold: "snooze" }, HOLD_LABELS.snooze],
  [
    "a reason about one address says nothing of all",
    { whyNotNotified: { reason: "machine" }, hold: "parent" },
    HOLD_LABELS.parent,
  ],
  [
    "of an end without a reason",
    { kind: "reporting" },
    "no one had been notified of the incident, or more successes were needed",
  ],
  ["of a failure without one", {}, "it was acknowledged, or only a reminder was due"],
] as [string, Partial<Unnotified>, string | RegExp][])("%s", (_, changes, expected) => {
  expect(reasonNotNotified(unnotified(changes))).toMatch(expected);
});
