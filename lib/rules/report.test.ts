import fc from "fast-check";
import { expect, test } from "vitest";
import { isHealthy, parseReport } from "./report";

const FORM = "application/x-www-form-urlencoded";

test.each([
  ["an empty request", "", "", "", { exitStatus: "", message: "" }],
  ["a query", "s=3&m=disk+full", "", "", { exitStatus: "3", message: "disk full" }],
  ["a form", "", FORM, "m=all%20well&s=0", { exitStatus: "0", message: "all well" }],
  ["a query before a form", "m=query", FORM, "m=form", { exitStatus: "", message: "query" }],
  [
    "a JSON object",
    "",
    "application/json; charset=utf-8",
    '{"m":"hello"}',
    { exitStatus: "", message: "hello" },
  ],
  [
    "JSON from Alertmanager",
    "",
    "application/json",
    '{"receiver":"x","status":"firing"}',
    { exitStatus: "", message: "" },
  ],
  ["broken JSON", "", "application/json", '{"m":', { exitStatus: "", message: "" }],
  ["plain text", "", "text/plain", "42 rows\n", { exitStatus: "", message: "42 rows\n" }],
  ["a file", "", "application/octet-stream", "PK\u0003\u0004", { exitStatus: "", message: "" }],
  ["a word as status", "s=oom", "", "", { exitStatus: "oom", message: "" }],
  ["a NUL", "m=a%00b&s=%00", "", "", { exitStatus: "", message: "ab" }],
])("%s is parsed", (_, query, type, body, report) => {
  expect(parseReport(new URLSearchParams(query), type, body)).toEqual(report);
});

test.each([
  ["", true],
  ["0", true],
  ["1", false],
  ["-1", false],
  ["oom", false],
])("exit status “%s” is healthy: %s", (exitStatus, healthy) => {
  expect(isHealthy({ exitStatus, message: "" })).toBe(healthy);
});

test("any exit status and message are cut, well formed and without NUL", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary" }),
      fc.string({ unit: "binary", maxLength: 20_000 }),
      (query, body) => {
        const { exitStatus, message } = parseReport(new URLSearchParams(query), "text/plain", body);
        for (const text of [exitStatus, message])
          expect(text.isWellFormed() && !text.includes("\0")).toBe(true);
        expect(message.length).toBeLessThanOrEqual(10_000);
        expect(exitStatus.length).toBeLessThanOrEqual(64);
      },
    ),
  );
});
