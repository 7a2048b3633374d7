import { expect, test } from "vitest";
import { aheadOf, isClockRight, watchClock } from "./clock";

const noon = new Date("2026-03-10T12:00:00Z");
const at = (ms: number) => new Date(noon.getTime() + ms);

test.each([
  ["between the two", at(10), at(0), at(20), 0],
  ["before the question", at(-5_000), at(0), at(20), 5_000],
  ["after the answer", at(5_000), at(0), at(20), -4_980],
])(
  "a clock that says a moment %s is judged by no more than is sure",
  (_, theirs, askedAt, answeredAt, aheadMs) => {
    expect(aheadOf(theirs, askedAt, answeredAt)).toBe(aheadMs);
  },
);

test("the clock of the machine that the database is on is right", async () => {
  await watchClock();

  expect(isClockRight()).toBe(true);
});
