import fc from "fast-check";
import { expect, test } from "vitest";
import { LOOK_MS, MIN_REST_MS, needsWakeUp, RARE_LOOK_MS, RETRY_MS, sleepMs } from "./sleep";

const tuesday = new Date("2026-03-10T00:00Z");
const after = (ms: number) => new Date(tuesday.getTime() + ms);
const look = { now: tuesday, ranAt: null as Date | null, hearsWakeUps: true, lookMs: LOOK_MS };

test.each<[string, Date | null, Partial<typeof look>, number]>([
  ["nothing is due", null, {}, LOOK_MS],
  ["nothing is due and wake-ups do not arrive", null, { hearsWakeUps: false }, RETRY_MS],
  ["something is due in a second", after(1_000), {}, 1_000],
  [
    "something is due in three seconds and wake-ups do not arrive",
    after(3_000),
    { hearsWakeUps: false },
    RETRY_MS,
  ],
  ["something is due in an hour", after(3_600_000), {}, LOOK_MS],
  ["nothing is due that must come soon", null, { lookMs: RARE_LOOK_MS }, RARE_LOOK_MS],
  [
    "nothing is due that must come soon, and wake-ups do not arrive",
    null,
    { hearsWakeUps: false, lookMs: RARE_LOOK_MS },
    RETRY_MS,
  ],
  ["something became due while the work was done", after(-5), { ranAt: after(-20) }, MIN_REST_MS],
  ["something could not be done", after(-60_000), { ranAt: after(-20) }, RETRY_MS],
])("when %s, it sleeps until it makes sense to look", (_, dueAt, given, expected) => {
  expect(sleepMs(dueAt, { ...look, ...given })).toBe(expected);
});

test("an instant that is written while a worker sleeps is seen when it comes, after a wake-up or without one", () => {
  fc.assert(
    fc.property(
      fc.option(fc.integer({ min: 0, max: 100_000 })),
      fc.constantFrom(LOOK_MS, RARE_LOOK_MS),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.integer({ min: -60_000, max: 100_000 }),
      (knownMs, lookMs, part, dueMs) => {
        const known = knownMs === null ? null : after(knownMs);
        const looksAgainMs = sleepMs(known, { ...look, lookMs });
        const writtenMs = Math.floor(part * looksAgainMs);
        const isWoken = needsWakeUp(after(dueMs), after(writtenMs), lookMs);
        const seenMs = isWoken ? writtenMs : looksAgainMs;
        expect(seenMs).toBeLessThanOrEqual(Math.max(dueMs, writtenMs));
      },
    ),
  );
});

test("a worker that looks again does so neither at once nor later than it promises", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1e9, max: 1e9 }),
      fc.boolean(),
      fc.boolean(),
      (dueMs, hearsWakeUps, ran) => {
        const ms = sleepMs(after(dueMs), { now: tuesday, ranAt: ran ? after(-30) : null, hearsWakeUps });
        expect(ms).toBeGreaterThanOrEqual(MIN_REST_MS);
        expect(ms).toBeLessThanOrEqual(hearsWakeUps ? LOOK_MS : RETRY_MS);
      },
    ),
  );
});

test("the deadline that a check-in moves wakes no one", () => {
  // A check-in moves a deadline past itself, and a miss is alerted a minute after the deadline.
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e9 }), (aheadMs) => {
      expect(needsWakeUp(after(aheadMs + 60_000), tuesday)).toBe(false);
    }),
  );
});
