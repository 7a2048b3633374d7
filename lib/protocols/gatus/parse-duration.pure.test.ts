import fc from "fast-check";
import { expect, test } from "vitest";
import { parseDuration } from "./parse-duration";

test.each([
  ["10s", 10],
  ["1.5h", 5_400],
  ["1h2m3.5s", 3_723.5],
  ["250ms", 0.25],
  ["5us", 0.000005],
  ["5µs", 0.000005],
  ["5μs", 0.000005],
  [".5s", 0.5],
  ["1.s", 1],
  ["0", 0],
  ["-0", 0],
  ["+10s", 10],
  ["-10s", -10],
])("%s is %d seconds", (text, seconds) => {
  expect(parseDuration(text)).toBeCloseTo(seconds, 12);
});

test.each([
  ["", 'time: invalid duration ""'],
  ["s", 'time: invalid duration "s"'],
  ["x".repeat(5_000), `time: invalid duration "${"x".repeat(100)}"`],
  ["+", 'time: invalid duration "+"'],
  ["1s x", 'time: unknown unit "s x" in duration "1s x"'],
  ["10", 'time: missing unit in duration "10"'],
  ["10 s", 'time: unknown unit " s" in duration "10 s"'],
  ["10d", 'time: unknown unit "d" in duration "10d"'],
  ["1..5s", 'time: missing unit in duration "1..5s"'],
  ["5constructor", 'time: unknown unit "constructor" in duration "5constructor"'],
])("%j is none, and the error is that of Go", (text, error) => {
  expect(parseDuration(text)).toEqual({ error });
});

test("no text makes it throw, or wait", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: "binary", maxLength: 2_000 }), fc.stringMatching(/^[0-9.hms]*$/)),
      (text) => {
        const parsed = parseDuration(text);
        expect(
          typeof parsed === "number" ? Number.isNaN(parsed) : parsed.error.startsWith("time: ") === false,
        ).toBe(false);
      },
    ),
  );
});
