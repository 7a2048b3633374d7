import fc from "fast-check";
import { expect, test } from "vitest";
import type { CheckIn } from "@/lib/check-ins/check-in";
import { formatLine, parseLines } from "./line";

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

test("check-ins that are written are read again in order", () => {
  fc.assert(
    fc.property(fc.array(checkIn), (checkIns) => {
      expect(parseLines(checkIns.map(formatLine).join(""))).toEqual({ checkIns, broken: 0 });
    }),
  );
});

test("a truncated journal yields exactly the complete lines", () => {
  fc.assert(
    fc.property(fc.array(checkIn, { minLength: 1, maxLength: 5 }), fc.nat(), (checkIns, position) => {
      const lines = checkIns.map(formatLine);
      const whole = lines.join("");
      const cut = position % whole.length;
      const { checkIns: read, broken } = parseLines(whole.slice(0, cut));

      expect(read).toEqual(checkIns.slice(0, read.length));
      const lengthRead = lines.slice(0, read.length).join("").length;
      // If only the line break is missing, the check-in is complete.
      expect(cut - lengthRead).toBeLessThan(lines[read.length]?.length ?? 1);
      expect(broken).toBe(cut > lengthRead ? 1 : 0);
    }),
  );
});

test("a damaged line is skipped, and the lines after it are read", () => {
  fc.assert(
    fc.property(checkIn, checkIn, fc.nat(), (damaged, intact, position) => {
      const line = formatLine(damaged);
      const at = position % (line.length - 1);
      const other = line[at] === "x" ? "y" : "x";
      const text = `${line.slice(0, at)}${other}${line.slice(at + 1)}${formatLine(intact)}`;
      expect(parseLines(text)).toEqual({ checkIns: [intact], broken: 1 });
    }),
  );
});
