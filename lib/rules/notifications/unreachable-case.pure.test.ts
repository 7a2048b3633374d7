import fc from "fast-check";
import { expect, test } from "vitest";
import { findUnreachable, type NotificationPath, TROUBLES } from "./unreachable-case";

const aPath = (
  trouble: NotificationPath["trouble"],
  kind: NotificationPath["kind"] = "email",
): NotificationPath => ({
  kind,
  id: "x",
  name: "x",
  trouble,
});

test.each<[string, NotificationPath["trouble"][], boolean]>([
  ["one works", ["off", "bounced", null], false],
  ["all are in trouble", ["off", "bounced", "quiet"], true],
  ["a webhook is off and emails are only captured", ["off", "captured"], true],
  ["emails are only captured", ["captured", "captured"], false],
  ["there is none", [], false],
])("if %s", (_, troubles, isUnreachable) => {
  expect(findUnreachable(troubles.map((trouble) => aPath(trouble))).length > 0).toBe(isUnreachable);
});

test("any paths: a case with a working path is never unreachable, and every path of an unreachable case is named", () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.constantFrom(...TROUBLES))), (troubles) => {
      const paths = troubles.map((trouble) => aPath(trouble));
      const unreachable = findUnreachable(paths);
      expect([0, paths.length]).toContain(unreachable.length);
      expect(unreachable.every(({ trouble }) => trouble !== null)).toBe(true);
    }),
  );
});
