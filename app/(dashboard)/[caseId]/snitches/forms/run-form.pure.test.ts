import { expect, test } from "vitest";
import { mapRows } from "@/lib/platform/setting";
import { runReaders } from "./run-form";

const read = (fields: Record<string, unknown>) => mapRows(runReaders(fields), (read, name) => [name, read()]);

const EMPTY = { max_runtime: null, min_runtime: null, start_grace: null, expects: null, checks: [] };

test("empty fields are the defaults", () => {
  expect(read({})).toEqual(EMPTY);
  expect(read({ max_runtime: " ", checks: "\n \n" })).toEqual(EMPTY);
});

test("times have units, and each line is a check", () => {
  const fields = {
    max_runtime: "1h 30m",
    min_runtime: "5 seconds",
    checks: "duration < 5 min\r\n\r\nmetric.rows > 0 ",
  };
  expect(read(fields)).toEqual({
    ...EMPTY,
    max_runtime: 5_400,
    min_runtime: 5,
    checks: ["duration < 5 min", "metric.rows > 0"],
  });
});

test.each([
  [
    { max_runtime: "soon" },
    "max_runtime",
    "must be a duration such as “10 minutes” or “1h 30m”, at most 365 days",
  ],
  [
    { min_runtime: "0" },
    "min_runtime",
    "must be a duration such as “10 minutes” or “1h 30m”, at most 365 days",
  ],
  [{ max_runtime: "1 min", min_runtime: "60 s" }, "min_runtime", "must be less than the longest runtime"],
])("%o is refused at %s", (fields, attribute, message) => {
  expect(() => read(fields)).toThrow(expect.objectContaining({ validations: [{ attribute, message }] }));
});
