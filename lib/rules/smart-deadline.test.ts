import fc from "fast-check";
import { expect, test } from "vitest";
import { INTERVALS, isMinutes } from "./interval";
import { deadlineAfter, periodAfter, periodAt } from "./period";
import {
  type ArrivalHistory,
  NO_ARRIVALS,
  recordArrival,
  smartDeadlineAfter,
  usualArrival,
} from "./smart-deadline";

const days = (times: string[]) =>
  times.map((time, i) => new Date(`2026-03-${String(i + 2).padStart(2, "0")}T${time}:00Z`));
const habitOf = (checkIns: Date[]) =>
  checkIns.reduce<ArrivalHistory>((habit, at) => recordArrival(habit, "daily", at), NO_ARRIVALS);

test("a steady daily job is due a tenth of a day after its latest usual arrival", () => {
  const checkIns = days(["03:02", "03:11", "03:05"]);
  const last = new Date("2026-03-04T03:05:00Z");
  expect(smartDeadlineAfter("daily", habitOf(checkIns), last)).toEqual(new Date("2026-03-05T05:35:00Z"));
});

test("two periods are not enough to know a habit", () => {
  const last = new Date("2026-03-03T03:11:00Z");
  expect(smartDeadlineAfter("daily", habitOf(days(["03:02", "03:11"])), last)).toEqual(
    deadlineAfter("daily", last),
  );
});

test("arrivals that spread over more than a quarter of the interval leave the basic deadline", () => {
  const last = new Date("2026-03-04T03:05:00Z");
  const habit = habitOf(days(["03:02", "09:03", "03:05"]));
  expect(smartDeadlineAfter("daily", habit, last)).toEqual(deadlineAfter("daily", last));
});

test("only the first check-in of a period counts, and only the last seven periods are remembered", () => {
  const checkIns = days(["01:00", "02:00", "03:00", "04:00", "05:00", "06:00", "07:00", "08:00"]);
  const again = checkIns.flatMap((at) => [at, new Date(at.getTime() + 3_600_000)]);
  expect(habitOf(again).arrivalsMs.map((arrivalMs) => arrivalMs / 3_600_000)).toEqual([2, 3, 4, 5, 6, 7, 8]);
});

const anyInterval = fc.constantFrom(...INTERVALS.filter((interval) => !isMinutes(interval)));
const anyInstant = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2040, 0) }).map((at) => new Date(at));
const anyHabit = fc.array(fc.integer({ min: 0, max: 31 * 86_400_000 }), { maxLength: 7 });

test("smart is never later than basic, nor before the next period's latest usual check-in", () => {
  fc.assert(
    fc.property(anyInterval, anyInstant, anyHabit, (interval, at, drawn) => {
      const next = periodAfter(interval, periodAt(interval, at));
      const lengthMs = next.end.getTime() - next.start.getTime();
      const habit = { arrivalsMs: drawn.map((arrivalMs) => arrivalMs % lengthMs), lastArrivalPeriod: at };
      const deadline = smartDeadlineAfter(interval, habit, at);
      expect(deadline <= deadlineAfter(interval, at)).toBe(true);
      const known = usualArrival(habit, lengthMs);
      if (known) expect(deadline.getTime()).toBeGreaterThan(next.start.getTime() + known.latestMs);
    }),
  );
});
