import { expect, test } from "vitest";
import { clockDriftMs, isClockTrusted, MAX_DRIFT_MS } from "./clock";

const noon = new Date("2026-03-10T12:00:00Z");
const at = (ms: number) => new Date(noon.getTime() + ms);

test.each([
  ["between the two", at(10), at(0), at(20), 0],
  ["before the question", at(-5_000), at(0), at(20), 5_000],
  ["after the answer", at(5_000), at(0), at(20), -4_980],
])(
  "a clock that says a moment %s is judged by no more than is sure",
  (_, theirs, askedAt, answeredAt, aheadMs) => {
    expect(clockDriftMs(theirs, askedAt, answeredAt)).toBe(aheadMs);
  },
);

test.each([
  ["now", 0, true],
  ["twenty seconds ago", -20_000, true],
  ["in an hour", 3_600_000, false],
  ["an hour ago", -3_600_000, false],
])("by the database's clock, %s is the right time: %s", async (_, aheadMs, isRight) => {
  expect(await isClockTrusted(new Date(Date.now() + aheadMs), MAX_DRIFT_MS)).toBe(isRight);
});
