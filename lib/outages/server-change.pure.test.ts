import { expect, test } from "vitest";
import { afterResponse } from "./server-change";

const NEVER = Number.NEGATIVE_INFINITY;
const first = { startedAt: "1773100800.000000", wasStandby: false };
const promoted = { startedAt: "1773014400.000000", wasStandby: true };

test("the first server that a process sees had no outage, unless it was a standby", () => {
  expect(afterResponse(null, first, 5_000).backAtMs).toBe(NEVER);
  expect(afterResponse(null, promoted, 5_000).backAtMs).toBe(5_000);
});

test("a server with another start ends an outage, even if it started before the one that was known", () => {
  const known = afterResponse(null, first, 5_000);
  expect(afterResponse(known, promoted, 9_000)).toEqual({ startedAt: promoted.startedAt, backAtMs: 9_000 });
});

test("as long as the same server responds, nothing changes", () => {
  const known = afterResponse(null, promoted, 5_000);
  expect(afterResponse(known, promoted, 9_000)).toBe(known);
  expect(afterResponse(known, { ...promoted, wasStandby: false }, 9_000)).toBe(known);
});
