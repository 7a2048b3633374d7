import { expect, test } from "vitest";
import { MINUTE_MS, SECOND_MS } from "@/lib/rules/durations";
import { calendarTerms } from "@/lib/rules/schedule/schedule-terms";
import { delayAxis } from "./delay-axis";
import { listDelays, usualDelay } from "./usual-delay";

const terms = { ...calendarTerms("weekly"), schedule: "30 7 * * 1-5", timezone: "Europe/Riga" };

test("a delay is measured from the time of the run, also if the check-in was early", () => {
  // Friday and Monday in summer, when Riga is three hours ahead. A run may check in five minutes early.
  const arrivals = [
    {
      start: new Date("2026-05-08T04:25Z"),
      end: new Date("2026-05-11T04:25Z"),
      at: new Date("2026-05-08T04:34Z"),
    },
    {
      start: new Date("2026-05-11T04:25Z"),
      end: new Date("2026-05-12T04:25Z"),
      at: new Date("2026-05-11T04:27Z"),
    },
    { start: new Date("2026-05-12T04:25Z"), end: new Date("2026-05-13T04:25Z"), at: null },
  ];

  expect(listDelays(terms, arrivals)).toEqual([
    { expectedAt: new Date("2026-05-08T04:30Z"), delayMs: 4 * MINUTE_MS },
    { expectedAt: new Date("2026-05-11T04:30Z"), delayMs: -3 * MINUTE_MS },
    { expectedAt: new Date("2026-05-12T04:30Z"), delayMs: null },
  ]);
});

const monday = new Date("2026-05-11T04:30Z");
const delaysAt = (...seconds: (number | null)[]) =>
  seconds.map((count) => ({ expectedAt: monday, delayMs: count && count * SECOND_MS }));

test.each([
  [delaysAt(60, null, 250, 130), "Usually checks in 1 minute to 4 minutes after its time."],
  [delaysAt(-250, -130, -130), "Usually checks in 4 minutes to 2 minutes before its time."],
  [delaysAt(20, 250, 130), "Usually checks in up to 4 minutes after its time."],
  [delaysAt(130, 130, 130), "Usually checks in 2 minutes after its time."],
  [delaysAt(20, 30, 5), "Usually checks in less than a minute after its time."],
  [
    delaysAt(-130, 30, 130),
    "Usually checks in between 2 minutes before its time and 2 minutes after its time.",
  ],
  // Only the latest seven count.
  [delaysAt(80_000, 60, 60, 60, 60, 60, 60, 60), "Usually checks in 1 minute after its time."],
  [delaysAt(60, 36_000, 60), "No usual time: its latest 3 check-ins differ by 9 h 59 min."],
  [delaysAt(60, null, 60), "Too few check-ins yet to know how long the job usually takes."],
])("a job on a schedule says how long after its time it usually checks in", (delays, sentence) => {
  expect(usualDelay(terms, delays).sentence).toBe(sentence);
});

test.each([
  [[], ["on time", "+1 min"]],
  [
    [20 * SECOND_MS, 100 * SECOND_MS],
    ["on time", "+1 min", "+2 min"],
  ],
  [
    [-2 * MINUTE_MS, 12 * MINUTE_MS],
    ["−5 min", "on time", "+5 min", "+10 min", "+15 min"],
  ],
  [[90 * MINUTE_MS], ["on time", "+30 min", "+1 h", "+1 h 30 min"]],
  [
    [90 * MINUTE_MS, 94 * MINUTE_MS],
    ["+1 h 30 min", "+1 h 31 min", "+1 h 32 min", "+1 h 33 min", "+1 h 34 min"],
  ],
  [[5 * 60 * MINUTE_MS], ["on time", "+2 h", "+4 h", "+6 h"]],
  [[40 * 24 * 60 * MINUTE_MS], ["on time", "+14 d", "+28 d", "+42 d"]],
])("the axis of the delays %j has few marks, and contains them all", (delaysMs, expected) => {
  const { fromMs, toMs, marks } = delayAxis(delaysMs);

  expect(marks.map((mark) => mark.label)).toEqual(expected);
  expect(delaysMs.every((ms) => ms >= fromMs && ms <= toMs)).toBe(true);
});
