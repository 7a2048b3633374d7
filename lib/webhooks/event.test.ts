import { expect, test } from "vitest";
import { eventOf } from "./event";

const snitch = { token: "c2354d53d2", name: "Nightly backup", notes: "", tags: ["critical"] };
const at = new Date("2026-03-10T00:00:00.000Z");

test("a miss is told in the specification's shape and words", () => {
  expect(eventOf({ kind: "missing", from: "healthy", to: "failed", at }, snitch)).toEqual({
    type: "snitch.missing",
    timestamp: "2026-03-10T00:00:00.000Z",
    data: { snitch: { ...snitch, status: "missing", previous_status: "healthy" } },
  });
});

test("a further miss says that the snitch was missing before", () => {
  const { data } = eventOf({ kind: "missing", from: "failed", to: "failed", at }, snitch);
  expect(data.snitch).toMatchObject({ status: "missing", previous_status: "missing" });
});

test.each([
  ["reporting", "pending", "healthy", "snitch.reporting"],
  ["errored", "healthy", "errored", "snitch.errored"],
  ["paused", "errored", "paused", "snitch.paused"],
] as const)("%s from %s", (kind, from, to, type) => {
  const event = eventOf({ kind, from, to, at }, snitch);
  expect(event.type).toBe(type);
  expect(event.data.snitch).toMatchObject({ status: to, previous_status: from });
});
