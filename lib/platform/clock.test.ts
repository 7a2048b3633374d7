import { expect, test } from "vitest";
import { HOUR_MS, SECOND_MS } from "@/lib/rules/durations";
import { clockDriftMs, isClockTrusted, MAX_DRIFT_MS } from "./clock";

const noon = new Date("2026-03-10T12:00:00Z");
const at = (ms: number) => new Date(noon.getTime() + ms);

test.each([
  ["between the query and its result", at(10), at(0), at(20), 0],
  ["before the query", at(-5_000), at(0), at(20), 5_000],
  ["after the result", at(5_000), at(0), at(20), -4_980],
])(
  "if the database's clock shows a time %s, the drift is the smallest possible one",
  (_, databaseTime, askedAt, respondedAt, driftMs) => {
    expect(clockDriftMs(databaseTime, askedAt, respondedAt)).toBe(driftMs);
  },
);

test.each([
  ["now", 0, true],
  ["twenty seconds ago", -20 * SECOND_MS, true],
  ["in an hour", HOUR_MS, false],
  ["an hour ago", -HOUR_MS, false],
])("a clock that says %s is trusted: %s", async (_, aheadMs, isTrusted) => {
  expect(await isClockTrusted(new Date(Date.now() + aheadMs), MAX_DRIFT_MS)).toBe(isTrusted);
});
