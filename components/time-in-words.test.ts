import { expect, test } from "vitest";
import { dateInUtc, exactlyInUtc, fromNow, momentInUtc, soonInUtc, timeInUtc } from "./time-in-words";

const now = new Date("2026-03-10T10:37:12.345Z");
const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

test.each([
  [-59 * SECOND_MS, "just now"],
  [-MINUTE_MS, "1 minute ago"],
  [-90 * MINUTE_MS, "1 hour ago"],
  [-26 * HOUR_MS, "26 hours ago"],
  [-48 * HOUR_MS, "2 days ago"],
  [30 * SECOND_MS, "in a moment"],
  [56 * MINUTE_MS, "in 56 minutes"],
])("an instant %i ms from now is “%s”", (aheadMs, words) => {
  expect(fromNow(new Date(now.getTime() + aheadMs), now)).toBe(words);
});

test("times are in UTC and labelled so", () => {
  expect(timeInUtc(now)).toBe("10:37:12 UTC");
  expect(momentInUtc(now)).toBe("Tue 10 Mar, 10:37 UTC");
  expect(exactlyInUtc(now)).toBe("Tue 10 Mar 2026, 10:37:12 UTC");
  expect(dateInUtc(now)).toBe("10 Mar 2026");
});

test("midnight is 00:00, and the day is shown if it is another day", () => {
  expect(soonInUtc(new Date("2026-03-10T23:00Z"), now)).toBe("23:00 UTC");
  expect(soonInUtc(new Date("2026-03-11T00:00Z"), now)).toBe("Wed 11 Mar, 00:00 UTC");
});
