import fc from "fast-check";
import { expect, test } from "vitest";
import { MAX_ONE_BY_ONE, STORM_MS, stormUntil } from "./storm";

const tuesday = new Date("2026-03-10T00:00Z").getTime();
const at = (ms: number) => new Date(tuesday + ms);

test("the eleventh email within a minute waits for the end of the minute that the first began", () => {
  const times = Array.from({ length: MAX_ONE_BY_ONE }, (_, i) => at(i * 1_000));

  expect(stormUntil(times.slice(1), at(20_000))).toBeNull();
  expect(stormUntil(times, at(20_000))).toEqual(at(STORM_MS));
  expect(stormUntil(times, at(STORM_MS))).toBeNull();
});

test("any emails: at most ten go out by themselves within a minute, and none waits longer than a minute", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 5 * STORM_MS }), { maxLength: 200 }), (offsets) => {
      const oneByOne: Date[] = [];
      for (const now of offsets.toSorted((a, b) => a - b).map(at)) {
        const until = stormUntil(oneByOne, now);
        if (until === null) oneByOne.push(now);
        else expect(until.getTime() - now.getTime()).toSatisfy((ms: number) => ms > 0 && ms <= STORM_MS);
      }
      for (const [i, first] of oneByOne.entries()) {
        const next = oneByOne[i + MAX_ONE_BY_ONE];
        if (next) expect(next.getTime() - first.getTime()).toBeGreaterThanOrEqual(STORM_MS);
      }
    }),
  );
});
