import fc from "fast-check";
import { expect, test } from "vitest";
import { deadEndOf, TROUBLES, type Way } from "./dead-end";

const aWay = (trouble: Way["trouble"], kind: Way["kind"] = "email"): Way => ({
  kind,
  id: "x",
  name: "x",
  trouble,
});

test.each<[string, Way["trouble"][], boolean]>([
  ["one works", ["off", "bounced", null], false],
  ["all are in trouble", ["off", "bounced", "quiet"], true],
  ["a webhook is off and e-mails are only captured", ["off", "captured"], true],
  ["e-mails are only captured", ["captured", "captured"], false],
  ["there is none", [], false],
])("if %s", (_, troubles, isDeadEnd) => {
  expect(deadEndOf(troubles.map((trouble) => aWay(trouble))).length > 0).toBe(isDeadEnd);
});

test("any ways: a way that works is never part of a dead end, and every way is named in one", () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.constantFrom(...TROUBLES))), (troubles) => {
      const ways = troubles.map((trouble) => aWay(trouble));
      const deadEnd = deadEndOf(ways);
      expect([0, ways.length]).toContain(deadEnd.length);
      expect(deadEnd.every(({ trouble }) => trouble !== null)).toBe(true);
    }),
  );
});
