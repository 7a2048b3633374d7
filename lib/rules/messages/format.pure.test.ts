import fc from "fast-check";
import { expect, test } from "vitest";
import { oneLine, plainText, timesIn, truncate } from "./format";

test.each([
  ["2026-03-10T00:00:00Z", "Tue 10 Mar 2026, 00:00 UTC"],
  ["2026-03-01T23:59:59.999Z", "Sun 1 Mar 2026, 23:59 UTC"],
  ["2026-09-09T09:09:09Z", "Wed 9 Sep 2026, 09:09 UTC"],
])("%s is shown as %s", (instant, expected) => {
  expect(timesIn("UTC")(new Date(instant))).toBe(expected);
});

test("the times of an email are those of one zone, which the first one names", () => {
  const write = timesIn("Europe/Berlin");
  expect(write(new Date("2026-03-29T00:59Z"))).toBe("Sun 29 Mar 2026, 01:59 (Europe/Berlin)");
  // Summer time begins.
  expect(write(new Date("2026-03-29T01:00Z"))).toBe("Sun 29 Mar 2026, 03:00");
});

test("a text that fits is unchanged; a longer one ends in an ellipsis within the maximum", () => {
  expect(truncate("abcde", 5)).toBe("abcde");
  expect(truncate("abcd ef", 6)).toBe("abcd…");
  expect(truncate("🙂🙂🙂", 2)).toBe("🙂…");
});

test("oneLine removes line breaks, control characters and changes of direction", () => {
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

test("plainText keeps line breaks and indentation, and removes terminal colours", () => {
  expect(plainText("\u001b[31mfailed\u001b[0m\r\n\t  at line 3\u0007\n\n")).toBe("failed\n\t  at line 3");
});
