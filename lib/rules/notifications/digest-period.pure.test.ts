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
  ["daily", "Europe/Berlin", "2026-03-10T12:00Z", "2026-03-11T07:00Z"],
  ["daily", "Europe/Berlin", "2026-03-28T07:00Z", "2026-03-29T06:00Z"],
  ["monthly", "Asia/Tokyo", "2026-03-31T22:00Z", "2026-03-31T23:00Z"],
  ["monthly", "UTC", "2026-12-15T00:00Z", "2027-01-01T08:00Z"],
] as const)("%s in %s after %s: the next digest is sent at %s", (frequency, zone, after, next) => {
  expect(nextDigestAt({ frequency, zone, hour: 8 }, at(after))).toEqual(at(next));
});

test("a digest is about the last week or month that is over", () => {
  expect(
    digestPeriod({ frequency: "weekly", zone: "Europe/Berlin", hour: 8 }, at("2026-03-30T06:00Z")),
  ).toEqual({
    start: at("2026-03-22T23:00Z"),
    end: at("2026-03-29T22:00Z"),
  });
  expect(digestPeriod({ frequency: "monthly", zone: "UTC", hour: 8 }, at("2026-01-05T00:00Z"))).toEqual({
    start: at("2025-12-01T00:00Z"),
    end: at("2026-01-01T00:00Z"),
  });
});

test("a daily digest is about the day until its hour, also on the day on which clocks change, and late", () => {
  const evening = { frequency: "daily", zone: "Europe/Berlin", hour: 18 } as const;
  const day = { start: at("2026-03-28T17:00Z"), end: at("2026-03-29T16:00Z") };
  expect(nextDigestAt(evening, day.start)).toEqual(day.end);
  expect(digestPeriod(evening, day.end)).toEqual(day);
  expect(digestPeriod(evening, at("2026-03-30T15:59Z"))).toEqual(day);
});

test("any digests follow each other: each is about the time right after the previous one", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...DIGEST_FREQUENCIES),
      fc.constantFrom("UTC", "Europe/Berlin", "America/St_Johns", "America/Havana", "Asia/Kathmandu"),
      fc.nat({ max: 23 }),
      // Cuba has days without a midnight, and until 2011 Newfoundland had some with two.
      fc.date({ min: at("1995-01-01T00:00Z"), max: at("2030-01-01T00:00Z"), noInvalidDate: true }),
      (frequency, zone, hour, now) => {
        const times = { frequency, zone, hour };
        const first = nextDigestAt(times, now);
        const second = nextDigestAt(times, first);
        expect(digestPeriod(times, second).start).toEqual(digestPeriod(times, first).end);
        expect(digestPeriod(times, first).end.getTime()).toBeLessThanOrEqual(first.getTime());
      },
    ),
  );
});
