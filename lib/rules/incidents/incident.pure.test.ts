import { expect, test } from "vitest";
import { isMemberName, isRecovering, type Via } from "./incident";

test.each<[string, Via | null, boolean]>([
  ["ann@example.com", "page", true],
  ["ann@example.com", "link", true],
  ["ann@example.com", null, true],
  ["ann@example.com", "slack", true],
  ["Ann", "slack", false],
  ["Ann ann@example.com", "slack", false],
  ["ann@example.com says", null, false],
  ["a@b c@d e", null, false],
  ["@example.com", null, false],
  ["ann@", null, false],
  ["ann@example.com", "channel_link", false],
  ["ann@example.com", "telegram", false],
  ["ann@example.com", "api", false],
  ["ann@example.com", "pagerduty", false],
])("%j, who acted by %s, is named by the address of a member: %s", (name, via, isMember) => {
  expect(isMemberName(name, via)).toBe(isMember);
});

test("a snitch recovers while its incident is open and has seen a good result", () => {
  expect(isRecovering({ closedAt: null, goodCount: 1 })).toBe(true);
  expect(isRecovering({ closedAt: null, goodCount: 0 })).toBe(false);
  expect(isRecovering({ closedAt: new Date(0), goodCount: 1 })).toBe(false);
  expect(isRecovering(null)).toBe(false);
  expect(isRecovering(undefined)).toBe(false);
});
