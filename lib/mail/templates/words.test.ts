import fc from "fast-check";
import { expect, test } from "vitest";
import { cut, inUtc, lasting, lines, oneLine } from "./words";

test.each([
  ["2026-03-10T00:00:00Z", "Tue 10 Mar 2026, 00:00 UTC"],
  ["2026-03-01T23:59:59.999Z", "Sun 1 Mar 2026, 23:59 UTC"],
  ["2026-09-09T09:09:09Z", "Wed 9 Sep 2026, 09:09 UTC"],
])("%s is written %s", (instant, words) => {
  expect(inUtc(new Date(instant))).toBe(words);
});

test.each([
  [59_999, "less than a minute"],
  [60_000, "1 minute"],
  [59 * 60_000, "59 minutes"],
  [26 * 3_600_000, "26 hours"],
  [48 * 3_600_000, "2 days"],
  [1_461 * 24 * 3_600_000, "1,461 days"],
])("%i milliseconds last %s", (lengthMs, words) => {
  expect(lasting(lengthMs)).toBe(words);
});

test("a text that fits is not cut, and one that does not ends in an ellipsis within the length", () => {
  expect(cut("abcde", 5)).toBe("abcde");
  expect(cut("abcd ef", 6)).toBe("abcd…");
  expect(cut("🙂🙂🙂", 2)).toBe("🙂…");
});

test("one line is one line, and turns nothing around", () => {
  expect(oneLine(" Nightly\r\nBcc: eve@evil.test\u2028\t\u202Ebackup\0 ")).toBe(
    "Nightly Bcc: eve@evil.test backup",
  );
  const unit = fc.constantFrom(
    "a",
    " ",
    "\n",
    "\r",
    "\u0085",
    "\u001b[31m",
    "\u001b",
    "\u2029",
    "\u202E",
    "\u2066",
    "🙂",
  );
  fc.assert(
    fc.property(fc.string({ unit }), (text) => {
      expect(oneLine(text)).not.toMatch(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u);
    }),
  );
});

test("lines keep their indentation and lose a terminal’s colours", () => {
  expect(lines("\u001b[31mfailed\u001b[0m\r\n\t  at line 3\u0007\n\n")).toBe("failed\n\t  at line 3");
});
