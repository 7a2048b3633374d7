import fc from "fast-check";
import { expect, test } from "vitest";
import { fileOf, isAbandoned, readName } from "./file-name";

const now = new Date("2026-03-10T10:00:00Z");
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const alive = { host: "one", birthOf: (pid: number) => (pid === 7 ? "100" : null), now };

test.each([
  ["its process lives", { host: "one", pid: 7, birth: "100" }, 60, false],
  ["its process has ended", { host: "one", pid: 8, birth: "100" }, 0, true],
  ["another process has its number", { host: "one", pid: 7, birth: "99" }, 0, true],
  ["another machine touched it lately", { host: "two", pid: 8, birth: "1" }, 9, false],
  ["another machine forgot it", { host: "two", pid: 7, birth: "100" }, 11, true],
])("whether a journal is abandoned: %s", (_, owner, minutes, abandoned) => {
  expect(isAbandoned(owner, minutesAgo(minutes), alive)).toBe(abandoned);
});

test("a name says whose the journal is, and is the name of a file", () => {
  const host = fc.stringMatching(/^[\w.-]{1,30}$/);
  const birth = fc.stringMatching(/^\d{0,9}$/);
  fc.assert(
    fc.property(fc.uuid(), host, fc.integer({ min: 1 }), birth, (id, host, pid, birth) => {
      expect(readName(fileOf({ id, host, pid, birth }))).toEqual({ id, host, pid, birth });
    }),
  );
  expect(fileOf({ id: "1", host: "a/b~c", pid: 2, birth: "3" })).toBe("1~a_b_c~2~3.journal");
});

test.each(["", ".keep", "x.journal", "1~a~b~3.journal", "1~a~2~3~4.journal", "1~a~2~3.journal.bak"])(
  "“%s” is no journal",
  (file) => {
    expect(readName(file)).toBe(null);
  },
);
