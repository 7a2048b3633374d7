import fc from "fast-check";
import { expect, test } from "vitest";
import { MINUTE_MS } from "@/lib/rules/durations";
import { formatFileName, isAbandoned, parseFileName } from "./file-name";

const now = new Date("2026-03-10T10:00:00Z");
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * MINUTE_MS);
const here = { host: "one", readStartTime: (pid: number) => (pid === 7 ? "100" : null), now };

test.each([
  ["its process is alive", { host: "one", pid: 7, startTime: "100" }, 60, false],
  ["its process has ended", { host: "one", pid: 8, startTime: "100" }, 0, true],
  ["a later process has the same id", { host: "one", pid: 7, startTime: "99" }, 0, true],
  ["a process on another machine touched it recently", { host: "two", pid: 8, startTime: "1" }, 9, false],
  [
    "a process on another machine has not touched it for long",
    { host: "two", pid: 7, startTime: "100" },
    11,
    true,
  ],
])("whether a journal is abandoned: %s", (_, owner, minutes, abandoned) => {
  expect(isAbandoned(owner, minutesAgo(minutes), here)).toBe(abandoned);
});

test("a file name contains the owner of the journal and only safe characters", () => {
  const host = fc.stringMatching(/^[\w.-]{1,30}$/);
  const startTime = fc.stringMatching(/^\d{0,9}$/);
  fc.assert(
    fc.property(fc.uuid(), host, fc.integer({ min: 1 }), startTime, (id, host, pid, startTime) => {
      expect(parseFileName(formatFileName({ id, host, pid, startTime }))).toEqual({
        id,
        host,
        pid,
        startTime,
      });
    }),
  );
  expect(formatFileName({ id: "1", host: "a/b~c", pid: 2, startTime: "3" })).toBe("1~a_b_c~2~3.journal2");
});

test.each(["", ".keep", "x.journal", "1~a~b~3.journal", "1~a~2~3~4.journal", "1~a~2~3.journal.bak"])(
  "“%s” is not a journal",
  (file) => {
    expect(parseFileName(file)).toBe(null);
  },
);

test("a version before finds no journal of this one, and this one finds those of the version before", () => {
  const owner = { host: "one", pid: 7, startTime: "100" };
  const id = "019cd72e-9a00-7000-8000-000000000001";
  expect(formatFileName({ id, ...owner }).endsWith(".journal")).toBe(false);
  expect(parseFileName(`${id}~one~7~100.journal`)).toEqual({ id, ...owner });
});
