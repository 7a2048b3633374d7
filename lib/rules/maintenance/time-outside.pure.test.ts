import fc from "fast-check";
import { expect, test } from "vitest";
import { timeOutside } from "./time-outside";

const spans = (given: readonly (readonly [number, number])[]) =>
  given.map(([from, to]) => ({ id: "", name: "", startsAt: new Date(from), endsAt: new Date(to) }));

test.each([
  [[[10, 20]], [], 0, 100, 10],
  [[[10, 20]], [[15, 30]], 0, 100, 5],
  [[[10, 20]], [[5, 30]], 0, 100, 0],
  [
    [[10, 60]],
    [
      [20, 30],
      [25, 40],
    ],
    0,
    100,
    30,
  ],
  [[[10, 60]], [], 50, 55, 5],
  [
    [
      [30, 50],
      [10, 31],
    ],
    [[20, 25]],
    0,
    100,
    35,
  ],
  [[[10, 60]], [], 70, 80, 0],
] as const)(
  "of %j with maintenance %j, from %d to %d count %d ms",
  (incidents, windows, from, to, expected) => {
    expect(timeOutside(spans(incidents), spans(windows), new Date(from), new Date(to))).toBe(expected);
  },
);

test("the time is that of the instants that are in a span or several, and in no window", () => {
  const span = fc
    .tuple(fc.nat(50), fc.integer({ min: 1, max: 20 }))
    .map(([from, ms]) => [from, from + ms] as const);
  fc.assert(
    fc.property(fc.array(span), fc.array(span), fc.nat(30), fc.nat(70), (incidents, windows, from, to) => {
      const isIn = (ms: number, [start, end]: readonly [number, number]) => start <= ms && ms < end;
      const counted = Array.from({ length: 80 }, (_, ms) => ms).filter(
        (ms) =>
          incidents.some((one) => isIn(ms, one)) &&
          isIn(ms, [from, to]) &&
          !windows.some((one) => isIn(ms, one)),
      );
      expect(timeOutside(spans(incidents), spans(windows), new Date(from), new Date(to))).toBe(
        counted.length,
      );
    }),
  );
});
