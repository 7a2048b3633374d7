import fc from "fast-check";
import { expect, test } from "vitest";
import { findFailingLine } from "./failing-line";

test.each([
  "ValueError: no rows",
  "psycopg2.OperationalError: could not connect to server",
  "KeyboardInterrupt",
  "Caused by: java.io.IOException: Broken pipe",
  'Exception in thread "main" java.lang.IllegalStateException: closed',
  "TypeError [ERR_INVALID_ARG]: x",
  "Illuminate\\Database\\QueryException: SQLSTATE",
  "panic: runtime error: index out of range",
  "ERROR: relation “users” does not exist",
  "pg_dump: error: connection to server failed",
  "2026-03-10 03:05:12 [ERROR] disk full",
  "2026-03-10T03:05:12Z ERROR disk full",
  "level=error: disk full",
  "fatal: not a git repository",
  "mysqldump: Got error: 2002: Can't connect",
  "tar: /backup: No space left on device",
  "backup.sh: line 3: pg_dmp: command not found",
  "Segmentation fault (core dumped)",
  "cp: cannot stat 'x': No such file or directory",
])("the line %j says why a run failed", (line) => {
  expect(findFailingLine(["beginning", line, "end"])).toBe(1);
});

test.each([
  "0 errors, 3 warnings",
  "Errors: 0",
  "error: 0",
  "error: none",
  "Finished without errors",
  "no error",
  "Reading error.log",
  "errors.csv: 42 rows",
  "ErrorDocument 404",
  "12,043 rows written",
  "",
])("the line %j does not", (line) => {
  expect(findFailingLine([line])).toBeNull();
});

test("of several such lines it is the last, as in a chain of exceptions", () => {
  const lines = ["KeyError: 'a'", "", "During handling of it:", "ValueError: no rows", "", "make: done"];
  expect(findFailingLine(lines)).toBe(3);
});

test("whatever a job prints, the response is one of its lines, and comes at once", () => {
  const anyLine = fc.oneof(
    fc.string({ unit: "binary", maxLength: 100 }),
    fc.constantFrom("error:", "a.".repeat(5_000), "A".repeat(10_000), "[".repeat(5_000), "Error Error "),
  );
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 20 }), (lines) => {
      const found = findFailingLine(lines);
      expect(found === null || lines[found] !== undefined).toBe(true);
    }),
  );
});
