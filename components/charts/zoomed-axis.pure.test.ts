import fc from "fast-check";
import { expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "@/lib/rules/durations";
import { shareOn, zoomedAxis } from "./zoomed-axis";

test("an axis has whole steps around its values", () => {
  expect(zoomedAxis([121 * MINUTE_MS, 129 * MINUTE_MS])).toMatchObject({
    fromMs: 120 * MINUTE_MS,
    toMs: 130 * MINUTE_MS,
    stepMs: 2 * MINUTE_MS,
  });
});

test("the marks begin where clocks of the zone show whole hours", () => {
  const { marks } = zoomedAxis([HOUR_MS, 4 * HOUR_MS], { zeroMs: HOUR_MS / 4 });
  expect(marks.map(({ ms }) => ms / HOUR_MS)).toEqual([0.25, 1.25, 2.25, 3.25, 4.25]);
});

test("every value is on the axis, which has two to six marks and wastes less than a step at each end", () => {
  const value = fc.integer({ min: -1_000_000_000, max: 40_000_000_000 });
  fc.assert(
    fc.property(fc.array(value, { minLength: 1 }), fc.nat(100_000_000), (values, zeroMs) => {
      const axis = zoomedAxis(values, { zeroMs });
      for (const each of values) {
        expect(shareOn(axis, each)).toBeGreaterThanOrEqual(-1e-9);
        expect(shareOn(axis, each)).toBeLessThanOrEqual(1 + 1e-9);
      }
      expect(axis.marks.length).toBeGreaterThanOrEqual(2);
      expect(axis.marks.length).toBeLessThanOrEqual(6);
      expect(Math.min(...values) - axis.fromMs).toBeLessThan(axis.stepMs * (1 + 1e-9));
      expect(axis.toMs - Math.max(...values)).toBeLessThanOrEqual(axis.stepMs * (1 + 1e-9));
    }),
  );
});
