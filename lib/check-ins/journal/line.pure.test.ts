import { crc32 } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { CheckIn } from "@/lib/rules/reports/check-in";
import { NO_FACTS } from "@/lib/rules/runs/run";
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
const withRun = fc.record({
  checkIn,
  signal: fc.record({
    kind: fc.constantFrom("start" as const, "finish" as const, "log" as const),
    rid: fc.option(fc.stringMatching(/^[\w.:-]{1,64}$/)),
    reportedMs: fc.option(fc.nat()),
    host: text,
    env: text,
    metrics: fc.dictionary(fc.stringMatching(/^[a-z]{1,9}$/), fc.integer()),
    isInPath: fc.boolean(),
  }),
  output: fc.record({ bytes: fc.nat(), keptBytes: fc.nat(), data: fc.base64String() }),
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

test("what the filters of a snitch look at is read again", () => {
  const filtered = fc.oneof(
    fc.record({ via: fc.constant("http" as const), body: text }),
    fc.record({ via: fc.constant("mail" as const), subject: text, body: text }),
  );
  fc.assert(
    fc.property(checkIn, filtered, (checkIn, filtered) => {
      const whole: CheckIn = { ...checkIn, filtered };
      expect(parseLines(formatLine(whole))).toEqual({ checkIns: [whole], broken: 0 });
    }),
  );
});

test("what a check-in says about a run is read again, and so is its output", () => {
  fc.assert(
    fc.property(withRun, ({ checkIn, signal, output }) => {
      const whole: CheckIn = { ...checkIn, signal, output };
      expect(parseLines(formatLine(whole))).toEqual({ checkIns: [whole], broken: 0 });
    }),
  );
});

const tuesday = new Date("2026-03-10T10:37:12.345Z");
const OLD_LINE =
  '{"token":"c2354d53d2b1a4f0","at":"2026-03-10T10:00:00.000Z","exitStatus":"1","message":"disk full","method":"GET","address":"192.0.2.1","userAgent":"curl","id":"019cd72e-9a00-7000-8000-000000000001"}';

test("lines of the version before, which knew no runs, are read", () => {
  const { checkIns, broken } = parseLines(`${crc32(OLD_LINE).toString(16).padStart(8, "0")} ${OLD_LINE}\n`);
  expect(broken).toBe(0);
  expect(checkIns).toEqual([{ ...JSON.parse(OLD_LINE), at: new Date("2026-03-10T10:00:00Z") }]);
});

test("the version before takes no line of this one for a check-in", () => {
  const line = formatLine({ ...JSON.parse(OLD_LINE), at: new Date() }).trimEnd();
  const text = line.slice(9);
  expect(line.slice(0, 9)).not.toBe(`${crc32(text).toString(16).padStart(8, "0")} `);
});

test("lines of a newer version are not skipped, but stop the replay", () => {
  const checksum = crc32(`v5${OLD_LINE}`).toString(16).padStart(8, "0");
  expect(() => parseLines(`v5 ${checksum} ${OLD_LINE}\n`)).toThrow("version v5");
});

test("what the version before would take for a success, such as a reply to an email, has a version that stops its replay", () => {
  const plain: CheckIn = { ...JSON.parse(OLD_LINE), at: tuesday };
  const ignored = { ...NO_FACTS, kind: "ignored", rid: null, isInPath: true } as const;
  const mail = { via: "mail", subject: "Backup FAILED", body: "" } as const;
  const http = { via: "http", body: "FAILED" } as const;
  const readVersion = (more: Partial<CheckIn>) => formatLine({ ...plain, ...more }).slice(0, 2);

  expect([{ signal: ignored }, { filtered: mail }].map(readVersion)).toEqual(["v3", "v3"]);
  // The version before takes such requests itself, and knows no filters.
  expect([{}, { filtered: http }, { mayRepeat: true as const }].map(readVersion)).toEqual(["v2", "v2", "v2"]);
  const whole: CheckIn = { ...plain, signal: ignored };
  expect(parseLines(formatLine(whole))).toEqual({ checkIns: [whole], broken: 0 });
});

test("what had happened before it was received keeps both times, in a version that stops the replay of the version before", () => {
  const receivedAt = new Date("2026-03-10T16:37:12.345Z");
  const late: CheckIn = { ...JSON.parse(OLD_LINE), at: tuesday, receivedAt };
  expect(formatLine(late).slice(0, 2)).toBe("v4");
  expect(parseLines(formatLine(late))).toEqual({ checkIns: [late], broken: 0 });
});
