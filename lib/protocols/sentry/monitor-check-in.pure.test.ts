import fc from "fast-check";
import { expect, test } from "vitest";
import { monitorCheckInFrom } from "./monitor-check-in";

const OK = { monitor_slug: "nightly-backup", status: "ok" };
const READ = { slug: "nightly-backup", status: "ok", environment: "production", rid: null, reportedMs: null };

test.each<[object, object]>([
  [OK, READ],
  [{ ...OK, monitor_slug: "Nightly Backup!" }, READ],
  [
    { ...OK, monitor_slug: `${"a".repeat(49)}-bcd` },
    { ...READ, slug: "a".repeat(49) },
  ],
  [
    { ...OK, check_in_id: "A460C25F-F255-4577-B920-FCFACAE4E5EB" },
    { ...READ, rid: "a460c25ff2554577b920fcfacae4e5eb" },
  ],
  [
    { ...OK, check_in_id: "a460c25ff2554577b920fcfacae4e5eb" },
    { ...READ, rid: "a460c25ff2554577b920fcfacae4e5eb" },
  ],
  [{ ...OK, check_in_id: "0".repeat(32) }, READ],
  [{ ...OK, check_in_id: "00000000-0000-0000-0000-000000000000" }, READ],
  [{ ...OK, check_in_id: "" }, READ],
  [
    { ...OK, duration: 12.5 },
    { ...READ, reportedMs: 12_500 },
  ],
  [
    { ...OK, duration: "0.25" },
    { ...READ, reportedMs: 250 },
  ],
  [{ ...OK, duration: -1 }, READ],
  [{ ...OK, duration: "long" }, READ],
  [
    { ...OK, environment: "staging" },
    { ...READ, environment: "staging" },
  ],
  [{ ...OK, environment: "  " }, READ],
  [{ ...OK, environment: null }, READ],
])("%j is read as %j", (fields, expected) => {
  expect(monitorCheckInFrom(fields as Record<string, unknown>)).toMatchObject(expected);
});

test.each<[object, RegExp]>([
  [{ status: "ok" }, /slug/],
  [{ ...OK, monitor_slug: "!!" }, /slug/],
  [{ ...OK, monitor_slug: 5 }, /slug/],
  [{ ...OK, status: "missed" }, /in_progress, ok, error/],
  [{ monitor_slug: "a" }, /in_progress, ok, error/],
  [{ ...OK, check_in_id: "5" }, /UUID/],
  [{ ...OK, check_in_id: 5 }, /UUID/],
  [{ ...OK, environment: "a/b" }, /environment/],
  [{ ...OK, environment: "a\0b" }, /environment/],
  [{ ...OK, environment: "a".repeat(65) }, /environment/],
])("%j is refused", (fields, sentence) => {
  expect(monitorCheckInFrom(fields as Record<string, unknown>)).toMatch(sentence);
});

test("any JSON gives a check-in that can be stored, or a sentence", () => {
  const fields = fc.dictionary(
    fc.constantFrom("monitor_slug", "status", "check_in_id", "environment", "duration", "monitor_config"),
    fc.oneof(
      fc.jsonValue(),
      fc.string({ unit: "binary" }),
      fc.constantFrom("ok", "error", "in_progress", "a-slug"),
    ),
  );
  fc.assert(
    fc.property(fields, (fields) => {
      const checkIn = monitorCheckInFrom(fields);
      if (typeof checkIn === "string") {
        expect(checkIn).toMatch(/\.$/);
        return;
      }
      expect(checkIn.slug).toMatch(/^[a-z\d][\w-]{0,49}$/);
      expect(checkIn.environment).not.toMatch(/\0|\n/);
      expect(checkIn.rid ?? "0".repeat(32)).toMatch(/^[\da-f]{32}$/);
      expect(checkIn.reportedMs ?? 0).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 1_000 },
  );
});
