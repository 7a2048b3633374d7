import fc from "fast-check";
import { expect, test } from "vitest";
import type { CheckIn } from "@/lib/check-ins/check-in";
import { lineOf, readLines } from "./line";

const text = fc.string({ unit: "grapheme" });
const checkIn: fc.Arbitrary<CheckIn> = fc.record({
  id: fc.uuid(),
  token: fc.stringMatching(/^[0-9a-f]{16}$/),
  at: fc.date({ noInvalidDate: true }),
  exitStatus: text,
  message: fc.oneof(text, fc.constant("two\nlines")),
  method: text,
  address: text,
  userAgent: text,
});

test("what is written is read, in order", () => {
  fc.assert(
    fc.property(fc.array(checkIn), (checkIns) => {
      expect(readLines(checkIns.map(lineOf).join(""))).toEqual({ checkIns, broken: 0 });
    }),
  );
});

test("a journal that was cut anywhere gives every line before the cut, and nothing else", () => {
  fc.assert(
    fc.property(fc.array(checkIn, { minLength: 1, maxLength: 5 }), fc.nat(), (checkIns, place) => {
      const lines = checkIns.map(lineOf);
      const whole = lines.join("");
      const cut = place % whole.length;
      const { checkIns: read, broken } = readLines(whole.slice(0, cut));

      expect(read).toEqual(checkIns.slice(0, read.length));
      const lengthRead = lines.slice(0, read.length).join("").length;
      // The end of the line itself may be what is missing: the check-in is whole without it.
      expect(cut - lengthRead).toBeLessThan(lines[read.length]?.length ?? 1);
      expect(broken).toBe(cut > lengthRead ? 1 : 0);
    }),
  );
});

test("a damaged line is left out, and those after it are read", () => {
  fc.assert(
    fc.property(checkIn, checkIn, fc.nat(), (damaged, sound, place) => {
      const line = lineOf(damaged);
      const at = place % (line.length - 1);
      const other = line[at] === "x" ? "y" : "x";
      const text = `${line.slice(0, at)}${other}${line.slice(at + 1)}${lineOf(sound)}`;
      expect(readLines(text)).toEqual({ checkIns: [sound], broken: 1 });
    }),
  );
});
