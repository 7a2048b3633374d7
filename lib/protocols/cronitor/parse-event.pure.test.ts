import { expect, test } from "vitest";
import { parseEvent } from "./parse-event";

const parse = (query: string, state = "") => parseEvent(new URLSearchParams(query), state);

test.each([
  ["", "", { kind: null, exitStatus: "" }],
  ["state=tick", "", { kind: null, exitStatus: "" }],
  ["state=", "run", { kind: "start" }],
  ["state=run", "", { kind: "start", exitStatus: "" }],
  ["state=run&status_code=1", "", { kind: "start", exitStatus: "" }],
  ["state=complete&status_code=1", "", { kind: "finish", exitStatus: "" }],
  ["state=fail&status_code=0", "", { kind: "finish", exitStatus: "fail" }],
  ["state=fail&status_code=9", "", { kind: "finish", exitStatus: "9" }],
  ["exit_code=9", "fail", { kind: "finish", exitStatus: "9" }],
  ["status_code=9", "", { kind: null, exitStatus: "9" }],
  ["state=ok&host=a", "", { kind: null, host: "a", exitStatus: "" }],
  ["state=logs", "", { kind: "log" }],
  ["metric=count:5", "", { kind: "finish", metrics: { count: 5 } }],
])("%j with “%s” in the path means %j", (query, state, expected) => {
  expect(parse(query, state)).toMatchObject(expected);
});

test.each(["done", "RUN", "constructor", "run ", "0"])("“%s” is no state", (state) => {
  expect(parse("", state)).toBeNull();
  expect(parse(`state=${state}`)).toBeNull();
});

test("metrics are repeated, and a duration is that of the run", () => {
  const query =
    "metric=count:100&metric=error_count:5&metric=duration:2.5&metric=queue=7&metric=nonsense&metric=x:NaN&metric=:3&metric=a:b:1";
  expect(parse(query)).toMatchObject({
    reportedMs: 2_500,
    metrics: { count: 100, error_count: 5, queue: 7 },
  });
  expect(parse("metric=duration:1&duration=3.25")).toMatchObject({ reportedMs: 3_250 });
});

test("a series is the name of the run, and the message has two names", () => {
  expect(parse("series=4f1d 2c&msg=one")).toMatchObject({ rid: "4f1d_2c", message: "one" });
  expect(parse("message=two&msg=one")).toMatchObject({ message: "two" });
});

test("a stamp says nothing: the time of an event is that of its arrival", () => {
  expect(parse("stamp=1773100000.5")).toEqual(parse(""));
});
