import fc from "fast-check";
import { expect, test } from "vitest";
import { countCheckIn, HOURLY_BURST, NO_RATE_COUNTS } from "@/lib/rules/reports/rate-limit";
import { LocalRateLimit } from "./local-rate-limit";

const tuesday = new Date("2026-03-10T10:00:00Z");

const useUp = (rateLimit: LocalRateLimit, token: string) => {
  for (let i = 0; i < HOURLY_BURST; i += 1) rateLimit.count({ token: token, at: tuesday });
};

test("each snitch has its own limit, which applies until the reset", () => {
  const rateLimit = new LocalRateLimit();
  useUp(rateLimit, "one");

  expect(rateLimit.count({ token: "one", at: tuesday }).accepted).toBe(false);
  expect(rateLimit.count({ token: "other", at: tuesday }).accepted).toBe(true);
  rateLimit.reset();
  expect(rateLimit.count({ token: "one", at: tuesday }).accepted).toBe(true);
});

test("memory is bounded: of 100,001 snitches the first one is dropped", () => {
  const rateLimit = new LocalRateLimit();
  useUp(rateLimit, "first");
  useUp(rateLimit, "second");
  for (let i = 0; i < 99_999; i += 1) rateLimit.count({ token: `other ${i}`, at: tuesday });

  expect(rateLimit.count({ token: "second", at: tuesday }).accepted).toBe(false);
  expect(rateLimit.count({ token: "first", at: tuesday }).accepted).toBe(true);
});

const decide = (slotMs?: number) => countCheckIn(NO_RATE_COUNTS, tuesday, slotMs);

test("it responds as the database does, for whatever slots the database has named", () => {
  const seconds = fc.array(fc.integer({ min: 0, max: 4_000 }), { maxLength: 200 });
  fc.assert(
    fc.property(seconds, fc.constantFrom(undefined, 15_000, 29_500), (drawn, slotMs) => {
      const rateLimit = new LocalRateLimit();
      rateLimit.learn("one", decide(slotMs));
      let counts: Parameters<typeof countCheckIn>[0] = NO_RATE_COUNTS;
      for (const second of drawn.toSorted((one, other) => one - other)) {
        const at = new Date(tuesday.getTime() + second * 1_000);
        const decision = countCheckIn(counts, at, slotMs);
        counts = decision.counts;
        expect(rateLimit.count({ token: "one", at })).toEqual(decision);
      }
    }),
  );
});

test("a snitch whose schedule became slower has the previous slots no longer, and a signal changes nothing", () => {
  const rateLimit = new LocalRateLimit();
  const secondInMinute = () => {
    rateLimit.reset();
    useUp(rateLimit, "one");
    return rateLimit.count({ token: "one", at: new Date(tuesday.getTime() + 30_000) }).accepted;
  };
  rateLimit.learn("one", decide(15_000));
  expect(secondInMinute()).toBe(true);
  rateLimit.learn("one", { ...decide(), limit: "signals" });
  expect(secondInMinute()).toBe(true);
  rateLimit.learn("one", decide());
  expect(secondInMinute()).toBe(false);
});
