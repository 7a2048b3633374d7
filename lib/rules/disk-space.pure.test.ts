import fc from "fast-check";
import { expect, test } from "vitest";
import { formatBytes, freePercent, isLow } from "./disk-space";

const GB = 1_000_000_000;

test.each([
  [9.99, false, true],
  [10, false, false],
  [11, true, true],
  [11, false, false],
  [12, true, false],
  [0, false, true],
])("with %s%% free, after being low: %s, it is low: %s", (percent, wasLow, low) => {
  expect(isLow({ freeBytes: percent * GB, sizeBytes: 100 * GB }, wasLow)).toBe(low);
});

test("a disk that was low stays low whenever one that was not would get low", () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 1 }), (free, size) => {
      const space = { freeBytes: Math.min(free, size), sizeBytes: size };
      expect(Number(isLow(space, true))).toBeGreaterThanOrEqual(Number(isLow(space, false)));
      expect(freePercent(space)).toBeLessThanOrEqual(100);
    }),
  );
});

test.each([
  [0, "0 bytes"],
  [999, "999 bytes"],
  [1_000, "1 kB"],
  [4_260_000, "4.3 MB"],
  [51_200_000_000, "51.2 GB"],
  [512_000_000_000, "512 GB"],
  [7_000_000_000_000_000, "7,000 TB"],
])("%s bytes are %s", (bytes, expected) => {
  expect(formatBytes(bytes)).toBe(expected);
});

test("the percentage is rounded down", () => {
  expect(freePercent({ freeBytes: 9.99 * GB, sizeBytes: 100 * GB })).toBe(9);
});
