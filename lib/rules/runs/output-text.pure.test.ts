import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { outputText } from "./output-text";

const readText = (data: Buffer) => outputText(data, data.length);
const shown = (text: string) => readText(Buffer.from(text));
const shownLatin = (text: string) => readText(Buffer.from(text, "latin1"));

describe("a text", () => {
  test.each([
    ["", ""],
    ["42 rows\n\tdone\n", "42 rows\n\tdone\n"],
    ["“Größe” 👋\n", "“Größe” 👋\n"],
    ["one\r\ntwo\r\r\nthree\r\n", "one\ntwo\nthree\n"],
    ["\ufeffone\ufefftwo", "onetwo"],
    ["a\0b\x07c\x08d\x7fe\x0cf\u0085g", "abcdefg"],
    ["<script>alert(1)</script> & \\x1b", "<script>alert(1)</script> & \\x1b"],
  ])("%j is shown as %j", (text, expected) => {
    expect(shown(text)).toBe(expected);
  });
});

describe("escape sequences", () => {
  test.each([
    ["\x1b[1;31merror\x1b[0m: \x1b[38;2;255;0;0mred\x1b[m\x1b(B", "error: red"],
    ["\x1b]0;a title\x07text", "text"],
    ["\x1b]8;;https://example.com\x1b\\a link\x1b]8;;\x1b\\", "a link"],
    ["\x1bP1$r0m\x1b\\text\x1bc\x1b7\x1b=", "text"],
    ["\u009b31mred", "red"],
    ["cut\x1b[38;5", "cut"],
    ["cut\x1b", "cut"],
    ["\x1b]0;a title that does not end\nthe next line", "0;a title that does not end\nthe next line"],
    ["\x1b\x1b[31m[32mtwice", "[32mtwice"],
  ])("are removed from %j", (text, expected) => {
    expect(shown(text)).toBe(expected);
  });
});

describe("of a line that is written over, what a terminal shows last is kept:", () => {
  test.each([
    ["  5%\r 50%\r100%\ndone\n", "100%\ndone\n"],
    ["100%\r", "100%"],
    ["copying a.txt\rdone", "doneing a.txt"],
    ["copying a.txt\r\x1b[Kdone", "done"],
    ["copying a.txt\r\x1b[2Kdone", "done"],
    ["copying a.txt\x1b[2K\rdone", "done"],
    ["copying a.txt\x1b[2K\x1b[1Gdone", "done"],
    ["copying a.txt\r             \rdone\n", "done\n"],
    ["copying\x1b[2Kon", "       on"],
    ["\x1b[32m👋👋\x1b[0m\rx\n", "x👋\n"],
    ["one\ntwo\rsix\nten", "one\nsix\nten"],
    ["no bar\x1b[K\n", "no bar\n"],
  ])("%j is shown as %j", (text, expected) => {
    expect(shown(text)).toBe(expected);
  });
});

describe("a text in windows-1252", () => {
  test.each([
    ["caf\xe9 \x80 5\n", "café € 5\n"],
    ["Termin\xe9", "Terminé"],
    ["\xa1Hola!", "¡Hola!"],
    ["na\xefve \xff", "naïve ÿ"],
  ])("is shown: %j as %j", (text, expected) => {
    expect(shownLatin(text)).toBe(expected);
  });
});

describe("if bytes are left out, a line in front says how many:", () => {
  test.each([
    [1_234_567, "… 1,234,567 bytes left out\nend"],
    [1, "… 1 byte left out\nend"],
    [0, "end"],
  ])("%i", (leftOut, expected) => {
    expect(outputText(Buffer.from("end"), 3 + leftOut)).toBe(expected);
  });

  test("a character that was cut by that is left out too", () => {
    const data = Buffer.from("é and so on").subarray(1);
    expect(outputText(data, data.length + 1)).toBe("… 1 byte left out\n and so on");
  });
});

const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc.array(
    fc.constantFrom(
      0,
      0x0a,
      0x0d,
      0x1b,
      0x5b,
      0x5d,
      0x4b,
      0x32,
      0x41,
      0x9b,
      0xc2,
      0xc3,
      0xe2,
      0xef,
      0xbb,
      0xbf,
    ),
  ),
);
const unicode = fc.string({
  unit: fc.oneof(fc.constantFrom("é", "€", "👋", "ß", "x"), fc.string({ maxLength: 1 })),
});

test("any bytes become a text without control characters but tab and newline", () => {
  fc.assert(
    fc.property(bytes, fc.nat(), (bytes, leftOut) => {
      const text = outputText(Buffer.from(bytes), bytes.length + leftOut);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters.
      expect(text).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f]/);
      expect(text.isWellFormed()).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test("a text that was made showable stays as it is", () => {
  fc.assert(
    fc.property(bytes, (bytes) => {
      const once = readText(Buffer.from(bytes));
      expect(shown(once)).toBe(once);
    }),
    { numRuns: 2_000 },
  );
});

test("UTF-8 that was cut anywhere has no replacement character, and loses the cut characters alone", () => {
  fc.assert(
    fc.property(unicode, fc.nat(), fc.nat(), fc.boolean(), (text, one, other, isCut) => {
      const all = Buffer.from(`é${text}é`);
      const [from = 0, to = 0] = [one % (all.length + 1), other % (all.length + 1)].sort((a, b) => a - b);
      const data = all.subarray(from, to);
      const whole = all.toString("utf8", from, to).replace(/^\ufffd+|\ufffd+$/g, "");
      const [first = "", ...rest] = outputText(data, data.length + Number(isCut)).split("\n");
      const result = isCut ? rest.join("\n") : [first, ...rest].join("\n");

      expect(result).not.toContain("\ufffd");
      if (/[^\0-~]/.test(whole) || Buffer.byteLength(whole) === data.length)
        expect(result).toBe(shown(whole));
    }),
    { numRuns: 2_000 },
  );
});

test("lines of ASCII stay as they are", () => {
  const line = fc.string({ unit: "grapheme-ascii" });
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      expect(shown(lines.join("\n"))).toBe(lines.join("\n"));
    }),
  );
});

const SIZE = 2_000_000;
const ones = (count: number) => "1".repeat(count);

test.each([
  ["\x1b]", "", ones(SIZE)],
  ["\x1b[", "", ""],
  ["\x1b[0", "", ""],
  ["\x1b ", " ".repeat(SIZE / 2), ones(SIZE - 1)],
  ["\r", "", ones(SIZE)],
  ["x\r\x1b[K", "", ones(SIZE)],
])("two megabytes that begin many sequences with %j are read in linear time", (beginning, many, one) => {
  expect(shown(beginning.repeat(SIZE / beginning.length)) === many).toBe(true);
  expect(shown(beginning + ones(SIZE)) === one).toBe(true);
});
