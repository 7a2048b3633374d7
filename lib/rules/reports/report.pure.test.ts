import fc from "fast-check";
import { expect, test } from "vitest";
import { parseReport } from "./parse-report";
import { isHealthy, normalizeExitStatus } from "./report";

const FORM = "application/x-www-form-urlencoded";

const parse = (query: string, contentType: string, head: string) =>
  parseReport({ query, pathSignal: null, contentType, head });

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
  expect(parse(query, type, body)).toMatchObject({ ...report, signal: null });
});

/** What Alertmanager sends to a webhook. */
const ALERT = { version: "4", groupKey: '{}:{alertname="Watchdog"}', status: "resolved", alerts: [] };

test("a resolved alert is kept and does not count", () => {
  for (const type of ["application/json", "", FORM])
    expect(parse("", type, JSON.stringify(ALERT))).toMatchObject({
      exitStatus: "",
      message: "Alert resolved",
      signal: { kind: "ignored" },
    });
  expect(parse("host=web-1&m=Watchdog", "", JSON.stringify(ALERT))).toMatchObject({
    message: "Watchdog",
    signal: { kind: "ignored", host: "web-1" },
  });
});

test.each<[string, object]>([
  ["one that fires", { ...ALERT, status: "firing" }],
  ["a status of something else", { status: "resolved" }],
  ["no version", { ...ALERT, version: undefined }],
  ["a number as its version", { ...ALERT, version: 4 }],
  ["no key of its group", { ...ALERT, groupKey: undefined }],
  ["no list of alerts", { ...ALERT, alerts: {} }],
  ["another capitalization", { ...ALERT, status: "Resolved" }],
  ["a list", [ALERT]],
])("a check-in counts whose body has %s", (_, body) => {
  expect(parse("", "application/json", JSON.stringify(body)).signal).toBe(null);
});

test.each([
  ["s=0", null, null],
  ["", "0", "finish"],
  ["", "start", "start"],
  ["", "log", "log"],
])("an address “?%s”, “/%s” says on its own what a resolved alert means", (query, pathSignal, kind) => {
  const head = JSON.stringify(ALERT);
  const { signal } = parseReport({ query, pathSignal, contentType: "application/json", head });
  expect(signal?.kind ?? null).toBe(kind);
});

test.each([
  ["", true],
  [" ", true],
  ["0", true],
  [" 0\n", true],
  ["00", true],
  ["000", true],
  ["0.0", true],
  ["0.00", true],
  ["+0", true],
  ["-0", true],
  ["1", false],
  ["-1", false],
  ["01", false],
  ["0.01", false],
  ["0x0", false],
  ["00a", false],
  ["0e0", false],
  ["0 0", false],
  ["0.", false],
  [".0", false],
  ["--0", false],
  ["٠", false],
  ["oom", false],
  [`${"0".repeat(64)}1`, false],
  [`0${" ".repeat(64)}1`, false],
  [`0${"\0".repeat(64)}1`, false],
])("exit status %j is healthy: %s", (exitStatus, healthy) => {
  const report = parse(new URLSearchParams({ s: exitStatus }).toString(), "", "");
  expect(isHealthy(report)).toBe(healthy);
});

test("zero is healthy with any number of zeros, and no other number is healthy", () => {
  const zeros = fc.integer({ min: 1, max: 200 }).map((length) => "0".repeat(length));
  const decimals = fc.option(zeros, { nil: "" }).map((digits) => digits && `.${digits}`);
  const zero = fc.tuple(fc.constantFrom("", "+", "-"), zeros, decimals).map((parts) => parts.join(""));
  fc.assert(
    fc.property(zero, (text) => {
      expect(normalizeExitStatus(text)).toBe("0");
    }),
  );
  const other = fc.oneof(fc.double(), fc.integer(), fc.bigInt()).filter((number) => Number(number) !== 0);
  fc.assert(
    fc.property(other, (number) => {
      expect(normalizeExitStatus(String(number))).not.toBe("0");
    }),
  );
});

test("any exit status and message are cut, well formed and without NUL", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary" }),
      fc.string({ unit: "binary", maxLength: 20_000 }),
      (query, body) => {
        const { exitStatus, message } = parse(new URLSearchParams(query).toString(), "text/plain", body);
        for (const text of [exitStatus, message])
          expect(text.isWellFormed() && !text.includes("\0")).toBe(true);
        expect(message.length).toBeLessThanOrEqual(10_000);
        expect(exitStatus.length).toBeLessThanOrEqual(64);
      },
    ),
  );
});
