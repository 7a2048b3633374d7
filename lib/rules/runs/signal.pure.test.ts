import fc from "fast-check";
import { expect, test } from "vitest";
import { parseReport } from "../reports/parse-report";

const FORM = "application/x-www-form-urlencoded";

const parse = (query: string, given: Partial<Parameters<typeof parseReport>[0]> = {}) =>
  parseReport({ query, pathSignal: null, contentType: "", head: "", ...given });

test("a plain check-in says nothing about a run", () => {
  expect(parse("").signal).toBeNull();
  expect(parse("s=1&m=disk+full").signal).toBeNull();
  expect(parse("", { contentType: "text/plain", head: "42 rows" }).signal).toBeNull();
});

test("a query says everything about a run", () => {
  const { signal } = parse("rid=a.b:c-1&d=12.345&host=db1&env=prod&metric.rows=812&metric.x-y=-1.5");

  expect(signal).toEqual({
    kind: "finish",
    rid: "a.b:c-1",
    reportedMs: 12_345,
    host: "db1",
    env: "prod",
    metrics: { rows: 812, "x-y": -1.5 },
    isInPath: false,
  });
});

test.each([
  ["JSON", "application/json", '{"rid":"7","d":2,"metric.rows":3,"metric":{"files":4},"status":"x"}'],
  ["a JSON object of numbers", "", '{"rid":"7","d":2,"metrics":{"rows":3,"files":4}}'],
  ["a form", FORM, "rid=7&d=2&metric.rows=3&metric.files=4"],
])("%s says the same as a query", (_, contentType, head) => {
  const { signal, isOutput } = parse("", { contentType, head });
  expect(signal).toMatchObject({ rid: "7", reportedMs: 2_000, metrics: { rows: 3, files: 4 } });
  expect(isOutput).toBe(false);
});

test("what curl sends with --data-raw is an output, even if it looks like a form", () => {
  for (const head of ["host=db1 is up\nrows=5", "all well", "d=5 rows", "a=b&c=d"]) {
    expect(parse("", { contentType: FORM, head, pathSignal: "0" })).toMatchObject({
      isOutput: true,
      message: head,
      exitStatus: "0",
    });
  }
});

test.each([
  ["start", "", "start", ""],
  ["success", "s=3", "finish", ""],
  ["fail", "", "finish", "fail"],
  ["fail", "s=0", "finish", "fail"],
  ["fail", "s=7", "finish", "7"],
  ["log", "s=1", "log", ""],
  ["0", "s=1", "finish", "0"],
  ["007", "", "finish", "007"],
  ["137", "", "finish", "137"],
])("/%s?%s is a %s with the exit status “%s”", (pathSignal, query, kind, exitStatus) => {
  expect(parse(query, { pathSignal })).toMatchObject({ exitStatus, signal: { kind, isInPath: true } });
});

test("values that cannot be used are left out", () => {
  const query = `rid=${"%20"}&d=soon&metric.rows=many&metric.=1&metric.ok=1&host=${"h".repeat(300)}`;
  expect(parse(query).signal).toEqual({
    kind: "finish",
    rid: null,
    reportedMs: null,
    host: "h".repeat(255),
    env: "",
    metrics: { ok: 1 },
    isInPath: false,
  });
  for (const d of ["-1", "1e12", "NaN", "Infinity", ""])
    expect(parse(`d=${d}`).signal?.reportedMs).toBeNull();
});

test("at most ten metrics are kept", () => {
  const query = Array.from({ length: 12 }, (_, i) => `metric.m${i}=${i}`).join("&");
  expect(Object.keys(parse(query).signal?.metrics ?? {})).toHaveLength(10);
});

test.each([
  '{"metrics":{"rows":3},"status":"x"}',
  '{"metrics":{"rows":3,"state":"ok"}}',
  '{"metrics":{"rows":{"count":3}}}',
  '{"metrics":[3]}',
  '{"metrics":3}',
])("the numbers of another program’s body %s are not read", (head) => {
  expect(parse("", { contentType: "application/json", head }).signal).toBeNull();
});

test("of more than ten metrics, the job’s own come before those of its files", () => {
  const own = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`m${i}`, i]));
  const { signal } = parse("metric.file_count=1&metric.file_bytes=2", {
    head: JSON.stringify({ metrics: own }),
  });
  expect(signal?.metrics).toEqual({ ...own, file_count: 1 });
});

test("any name of a run becomes one that the database can have, and equal names stay equal", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (name) => {
      const query = new URLSearchParams({ rid: name }).toString();
      const rid = parse(query).signal?.rid ?? "";
      expect(rid).toMatch(/^[\w.:-]{0,64}$/);
      expect(parse(query).signal?.rid ?? "").toBe(rid);
    }),
  );
});
