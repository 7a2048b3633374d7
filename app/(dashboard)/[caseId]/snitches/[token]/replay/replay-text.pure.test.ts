import { expect, test } from "vitest";
import type { GraceAdvice } from "@/lib/replay/advise-grace";
import { replayedOn } from "@/lib/replay/days";
import type { ReplayedAlert } from "@/lib/replay/simulated-history";
import { daysUntil } from "@/lib/rules/maintenance/calendar";
import { settingsWith } from "@/testing/history-of";
import {
  adviceSentence,
  computeGraceMinutes,
  smallestGraceSentence,
  tooShortSentence,
  withGrace,
} from "./grace-text";
import { daySentence, formatCause, formatReplaySummary, reasonNotSent } from "./replay-text";

const wednesday = new Date("2026-03-11T12:00Z");

const alert = (at: string, given: Partial<ReplayedAlert> = {}): ReplayedAlert => ({
  kind: "missing",
  from: "healthy",
  to: "failed",
  at: new Date(at),
  cause: "missed",
  isNotified: true,
  notifiedAt: new Date(at),
  hold: null,
  isExcused: false,
  isReminder: false,
  incidentId: null,
  ...given,
});

test("alerts are on the day of the reader’s zone, and those of other days are left out", () => {
  const days = daysUntil(wednesday, 2, "Europe/Riga");
  expect(days.map(({ start }) => start.toISOString())).toEqual([
    "2026-03-09T22:00:00.000Z",
    "2026-03-10T22:00:00.000Z",
  ]);
  const replayed = [
    alert("2026-03-09T21:59:59Z"),
    alert("2026-03-09T22:00:00Z"),
    alert("2026-03-10T21:00:00Z", { isNotified: false, hold: "threshold" }),
    alert("2026-03-10T22:30:00Z", { kind: "errored", cause: "error" }),
    alert("2026-03-10T22:40:00Z", { kind: "reporting", cause: null }),
  ];
  const raised = [alert("2026-03-10T23:00:00Z"), alert("2026-03-10T23:30:00Z", { isNotified: false })];
  const found = replayedOn(days, { replayed, raised });
  expect(
    found.map((day) => [day.wouldNotify.length, day.wouldNotNotify.length, day.notified.length]),
  ).toEqual([
    [1, 1, 0],
    [1, 0, 1],
  ]);
  expect(formatReplaySummary(found, false)).toBe(
    "With these settings, 2 alerts would have been sent in the last 2 days; 1 was sent.",
  );
});

test("the days before a clock is turned have their own midnights", () => {
  const monday = new Date("2026-03-30T09:00Z");
  expect(daysUntil(monday, 3, "Europe/Riga").map(({ start }) => start.toISOString())).toEqual([
    "2026-03-27T22:00:00.000Z",
    "2026-03-28T22:00:00.000Z",
    "2026-03-29T21:00:00.000Z",
  ]);
});

test.each([
  [0, 0, "Tue 10 Mar: no alerts."],
  [1, 0, "Tue 10 Mar: 1 alert would have been sent; none were sent."],
  [0, 1, "Tue 10 Mar: no alerts would have been sent; 1 was sent."],
  [1_200, 3, "Tue 10 Mar: 1,200 alerts would have been sent; 3 were sent."],
])("%i that would have been sent and %i that were are said in words", (wouldNotify, notified, expected) => {
  expect(daySentence("Tue 10 Mar", { wouldNotify, notified })).toBe(expected);
});

test("the summary of no alerts says so", () => {
  expect(
    formatReplaySummary(replayedOn(daysUntil(wednesday, 30, "UTC"), { replayed: [], raised: [] }), true),
  ).toBe("With its current settings, no alerts would have been sent in the last 30 days; none were sent.");
});

test("an alert says its cause, and why it would not have been sent", () => {
  expect(formatCause(alert("2026-03-10T03:00Z", { cause: "overran" }))).toBe("Run too long");
  expect(formatCause(alert("2026-03-10T03:00Z", { isReminder: true }))).toBe("Missed check-in, reminder");
  expect(formatCause(alert("2026-03-10T03:00Z", { kind: "errored", cause: null }))).toBe("Error");
  expect(reasonNotSent({ hold: "threshold", isExcused: false })).toBe("too few in a row");
  expect(reasonNotSent({ hold: null, isExcused: true })).toBe("maintenance");
  expect(reasonNotSent({ hold: null, isExcused: false })).toBe("already alerted");
});

const settings = settingsWith({
  interval: "daily",
  schedule: "0 3 * * *",
  timezone: "UTC",
  grace: null,
  early: null,
  active: null,
});

test.each<[GraceAdvice, string]>([
  [
    { kind: "grace", minutes: 14, runs: 26, p99Ms: 660_000 },
    "14 minutes: 99% of 26 runs in the last 60 days reported within 11 minutes of their time, and a fifth is added as a margin.",
  ],
  [
    { kind: "too_few_runs", runs: 1 },
    "A grace is suggested once there are 20 runs; the last 60 days have 1.",
  ],
  [
    { kind: "no_effect", because: "smart" },
    "With smart alerts a grace has no effect: the deadline follows the usual time of the job.",
  ],
])("%j is “%s”", (advice, sentence) => {
  expect(adviceSentence(advice, 60)).toBe(sentence);
});

test("a grace that is too short is a sentence with both times", () => {
  expect(tooShortSentence({ graceMs: 0, usualMs: 180_000 })).toBe(
    "These settings alert at the time of a run, but the job usually reports 3 minutes after it.",
  );
  expect(tooShortSentence({ graceMs: 60_000, usualMs: 180_500 })).toBe(
    "These settings alert 1 minute after the time of a run, but the job usually reports 3 minutes 1 second after it.",
  );
});

test("the smallest grace is said, and that there is none", () => {
  expect(smallestGraceSentence(7, 60)).toMatch(/would have been 7 minutes\.$/);
  expect(smallestGraceSentence(null, 60)).toMatch(/^No grace would have avoided/);
});

test("the grace of settings is their own, or the default of the schedule", () => {
  expect(computeGraceMinutes(settings)).toBe(60);
  expect(computeGraceMinutes(withGrace(settings, 7))).toBe(7);
});
