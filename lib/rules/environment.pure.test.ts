import fc from "fast-check";
import { expect, test } from "vitest";
import { environmentProblem } from "./environment";

test.each([
  ["", null],
  ["production", null],
  ["eu / west 1", null],
  ["x".repeat(64), null],
  ["x".repeat(65), "is too long (maximum is 64 characters)"],
  ["a\nb", "can't have control characters"],
  ["\u001b[31mred", "can't have control characters"],
])("the environment %j", (environment, problem) => {
  expect(environmentProblem(environment, null)).toBe(problem);
});

test("no environment is taken for a snitch that a protocol sets, also not an empty one", () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom("sentry", "cronitor"), (environment, setBy) => {
      expect(environmentProblem(environment, setBy)).toBe(
        "comes with the check-ins of the job: change it there",
      );
    }),
  );
});
