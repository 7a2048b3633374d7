import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FAILING_LINE } from "@/testing/failing-output";
import { normalizeCause } from "./normalize-cause";

describe("the cause of an incident without what differs between two of them", () => {
  test.each([
    ["OSError: [Errno 28] No space left on device: '/var/lib/app/7.db'", "OSError: No space left on device"],
    ["OSError: [Errno 28] No space left on device", "OSError: No space left on device"],
    [FAILING_LINE, "OperationalError: could not translate host name to address"],
    ["connect ECONNREFUSED 10.0.3.7:5432", "connect ECONNREFUSED"],
    ["connect ECONNREFUSED ::1:5432", "connect ECONNREFUSED"],
    ["curl: (22) The requested URL returned error: 503", "curl: The requested URL returned error"],
    ["GET https://api.example.com/v1/users?id=7 returned 502 after 3 tries", "GET returned after tries"],
    ["pg_dump: error: connection to server at db7 failed", "pg_dump: error: connection to server at failed"],
    ["550 5.1.1 <ann@example.com>: mailbox unavailable", "mailbox unavailable"],
    ["order 6f1c9a52-0b1e-4c55-9d8e-2f4a51c0d9aa was not found", "order was not found"],
    ["commit 9fceb02d0ae598e95dc970b74767f19372d61af8 is missing", "commit is missing"],
    ["2026-03-10T03:04:05.123Z ERROR disk is 97% full", "ERROR disk is full"],
    [
      "cp: cannot stat './dumps/monday': No such file or directory",
      "cp: cannot stat: No such file or directory",
    ],
    ["No read/write access", "No read/write access"],
    ["it doesn't start, it can't", "it doesn't start, it can't"],
    ["failed (code 3 of them) now", "failed now"],
    ["error: 3, 4; 5: disk full", "error: disk full"],
    ["wait(3)more", "wait more"],
    ["wait[x=3 y]more", "wait more"],
    ["** !! disk full: --", "disk full"],
    ["retries=7 failed", "failed"],
    ["lost path=/a/b now", "lost now"],
    ["4  2", "4 2"],
    ["x 4", "x 4"],
    ["Killed", "Killed"],
    ["exit status 3", "exit status"],
    ["42", "42"],
    ["  磁盘 已满  ", "磁盘 已满"],
  ])("%s: %s", (line, cause) => expect(normalizeCause(line)).toBe(cause));

  const pieces = fc.constantFrom(
    "a b",
    "db7",
    "“x",
    "”",
    "'",
    "/a/b",
    "::",
    "1.2",
    "-",
    "[",
    "]",
    "=",
    " ",
    "é",
    "@",
  );
  const lines = fc.oneof(
    fc.string(),
    fc.string({ unit: "binary" }),
    fc.array(pieces).map((all) => all.join("")),
  );
  test("leaving it out again changes nothing, and something always remains", () => {
    fc.assert(
      fc.property(lines, (line) => {
        const cause = normalizeCause(line);
        expect(normalizeCause(cause)).toBe(cause);
        expect(cause === "").toBe(line.trim() === "");
      }),
    );
  });
});
