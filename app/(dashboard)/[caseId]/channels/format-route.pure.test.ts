import { expect, test } from "vitest";
import { ALL_ALERTS } from "@/lib/rules/notifications/route";
import { formatRoute } from "./format-route";

test.each([
  [{}, ""],
  [{ tagsAny: ["db", "web"] }, "tag db or web"],
  [{ tagsAll: ["db", "eu"], tagsNone: ["test"] }, "tags db and eu, not test"],
  [{ minSeverity: "warning" as const }, "warning or worse"],
  [
    { tagsAny: ["db"], minSeverity: "critical" as const, causes: ["missed" as const, "check" as const] },
    "tag db · critical · missed check-in, failed check",
  ],
])("a route in words: %j", (route, expected) => {
  expect(formatRoute({ ...ALL_ALERTS, ...route })).toBe(expected);
});
