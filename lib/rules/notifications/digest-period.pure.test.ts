import fc from "fast-check";
import { expect, test } from "vitest";
import { DIGEST_FREQUENCIES, digestPeriod, nextDigestAt } from "./digest-period";

const at = (time: string) => new Date(time);

// 10 March 2026 is a Tuesday. Berlin is an hour ahead of UTC, and two from 29 March on.
test.each([
  ["weekly", "UTC", "2026-03-10T12:00Z", "2026-03-16T08:00Z"],
  ["weekly", "UTC", "2026-03-16T07:59Z", "2026-03-16T08:00Z"],
  ["weekly", "UTC", "2026-03-16T08:00Z", "2026-03-23T08:00Z"],
  ["weekly", "Europe/Berlin", "2026-03-24T12:00Z", "2026-03-30T06:00Z"],
  ["monthly", "Asia/Tokyo", "2026-03-31T22:00Z", "2026-03-31T23:00Z"],
  ["monthly", "UTC", "2026-12-15T00:00Z", "2027-01-01T08:00Z"],
] as const)("%s in %s after %s: the next digest is sent at %s", (frequency, zone, after, next) => {
  expect(nextDigestAt(frequency, zone, at(after))).toEqual(at(next));
});

test("a digest is about the last week or month that is over", () => {
  expect(digestPeriod("weekly", "Europe/Berlin", at("2026-03-30T06:00Z"))).toEqual({
    start: at("2026-03-22T23:00Z"),
    end: at("2026-03-29T22:00Z"),
  });
  expect(digestPeriod("monthly", "UTC", at("2026-01-05T00:00Z"))).toEqual({
    start: at("2025-12-01T00:00Z"),
    end: at("2026-01-01T00:00Z"),
  });
});

test("any digests follow each other: each is about the time right after the one before", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...DIGEST_FREQUENCIES),
      fc.constantFrom("UTC", "Europe/Berlin", "America/St_Johns", "Pacific/Apia", "Asia/Kathmandu"),
      fc.date({ min: at("2020-01-01T00:00Z"), max: at("2030-01-01T00:00Z"), noInvalidDate: true }),
      (frequency, zone, now) => {
        const first = nextDigestAt(frequency, zone, now);
        const second = nextDigestAt(frequency, zone, first);
        expect(digestPeriod(frequency, zone, second).start).toEqual(digestPeriod(frequency, zone, first).end);
        expect(digestPeriod(frequency, zone, first).end.getTime()).toBeLessThanOrEqual(first.getTime());
      },
    ),
  );
});
