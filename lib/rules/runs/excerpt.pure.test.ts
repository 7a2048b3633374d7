import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { excerpt, excerptText, lastLine } from "./excerpt";

const limits = { maxLines: 3, maxLength: 40 };

describe("of output, the end is shown:", () => {
  test.each<[string, string, string]>([
    ["one\ntwo\nthree\nfour", "one", "two\nthree\nfour"],
    ["one\ntwo", "", "one\ntwo"],
    ["one\r\ntwo\r\nthree\r\nfour\r\n\r\n", "one", "two\nthree\nfour"],
    ["\x1b[31mone\x1b[0m\ntwo\nthree\n\x1b[1mfour\x1b[0m\n", "one", "two\nthree\nfour"],
    ["one\n\n\nfour", "one", "\n\nfour"],
    [`${"x".repeat(39)}\nend`, "x".repeat(39), "end"],
    ["  5%\r100%\ndone\n", "", "100%\ndone"],
    ["", "", ""],
    [" \n\t\n", "", ""],
  ])("%j", (text, earlier, shown) => {
    expect(excerpt(text, limits)).toEqual({ earlier, shown, isCut: false });
  });
});

test("of a message, and of a last line that is too long, the beginning is shown", () => {
  expect(excerpt("m".repeat(50), limits)).toEqual({ earlier: "", shown: `${"m".repeat(39)}…`, isCut: true });
  expect(excerpt(`Traceback\nError: ${"m".repeat(50)}\n`, limits)).toEqual({
    earlier: "Traceback",
    shown: `Error: ${"m".repeat(32)}…`,
    isCut: true,
  });
});

test("a character of several parts is not split", () => {
  expect(excerpt("👩‍👩‍👧‍👦".repeat(5), limits).shown).toBe(`${"👩‍👩‍👧‍👦".repeat(3)}…`);
});

test("where nothing can be unfolded, a line says that others are left out", () => {
  expect(excerptText("one\ntwo\nthree\nfour", limits)).toBe("…\ntwo\nthree\nfour");
  expect(excerptText("one\ntwo", limits)).toBe("one\ntwo");
});

test.each([
  ["Traceback\n  File\nValueError: no rows\n\n", "ValueError: no rows"],
  ["42 rows", "42 rows"],
  ["   done   ", "done"],
  ["", ""],
])("the last line of %j is %j", (text, line) => {
  expect(lastLine(text, 40)).toBe(line);
});

const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: "binary", maxLength: 60 }),
      fc.constantFrom("", " ", "\x1b[31mred\x1b[0m", "50%\r100%", "👩‍👩‍👧‍👦".repeat(9), "x".repeat(200)),
    ),
    { maxLength: 30 },
  )
  .map((lines) => lines.join("\n"));
const anyLimits = fc.record({
  maxLines: fc.integer({ min: 1, max: 10 }),
  maxLength: fc.integer({ min: 3, max: 300 }),
});

test("whatever a job sends, what is shown keeps the limits and can be shown", () => {
  fc.assert(
    fc.property(anyText, anyLimits, (text, limits) => {
      for (const shown of [excerpt(text, limits).shown, excerptText(text, limits)]) {
        expect(shown.length).toBeLessThanOrEqual(limits.maxLength);
        expect(shown.isWellFormed()).toBe(true);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters.
        expect(shown).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f]/);
      }
      expect(excerpt(text, limits).shown.split("\n").length).toBeLessThanOrEqual(limits.maxLines);
    }),
  );
});

test("nothing is lost: what is earlier and what is shown are the whole text, unless its last line is cut", () => {
  fc.assert(
    fc.property(anyText, anyLimits, (text, limits) => {
      const { earlier, shown, isCut } = excerpt(text, limits);
      const whole = excerpt(text, {
        maxLines: Number.POSITIVE_INFINITY,
        maxLength: Number.POSITIVE_INFINITY,
      });
      expect(whole.earlier).toBe("");
      if (isCut) {
        const start = earlier ? `${earlier}\n` : "";
        expect(whole.shown.startsWith(start + shown.slice(0, -1))).toBe(true);
        expect(whole.shown.slice(start.length)).not.toContain("\n");
      } else {
        expect(whole.shown === (earlier ? `${earlier}\n${shown}` : shown) || earlier === "").toBe(true);
      }
    }),
  );
});

test("the last line that is not blank, or its beginning, is always shown", () => {
  fc.assert(
    fc.property(anyText, anyLimits, (text, limits) => {
      const line = lastLine(text, limits.maxLength);
      expect(excerpt(text, limits).shown.endsWith(line)).toBe(true);
      expect(excerptText(text, { maxLines: 1, maxLength: 500 }).endsWith(lastLine(text, 498))).toBe(true);
    }),
  );
});
