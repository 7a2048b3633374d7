import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "@/lib/rules/durations";
import { INTERVALS, isMinutes } from "@/lib/rules/schedule/interval";
import { periodAt } from "@/lib/rules/schedule/period";
import { calendarTerms } from "@/lib/rules/schedule/schedule-terms";
import { deadlineAfter } from "./match-tick";
import {
  type ArrivalHistory,
  NO_ARRIVALS,
  recordArrival,
  smartDeadlineAfter,
  usualArrival,
} from "./smart-deadline";

const DAILY = calendarTerms("daily");

const days = (times: string[]) =>
  times.map((time, i) => new Date(`2026-03-${String(i + 2).padStart(2, "0")}T${time}:00Z`));
const recordArrivals = (checkIns: Date[]) =>
  checkIns.reduce<ArrivalHistory>((history, at) => recordArrival(history, DAILY, at), NO_ARRIVALS);

test("the smart deadline of a steady daily job is a tenth of a day after its latest usual arrival", () => {
  const checkIns = days(["03:02", "03:11", "03:05"]);
  const last = new Date("2026-03-04T03:05:00Z");
  expect(smartDeadlineAfter(DAILY, recordArrivals(checkIns), last)).toEqual(new Date("2026-03-05T05:35:00Z"));
});

test("with two arrivals the basic deadline applies", () => {
  const last = new Date("2026-03-03T03:11:00Z");
  expect(smartDeadlineAfter(DAILY, recordArrivals(days(["03:02", "03:11"])), last)).toEqual(
    deadlineAfter(DAILY, last),
  );
});

test("if arrivals vary by more than a quarter of the interval, the basic deadline applies", () => {
  const last = new Date("2026-03-04T03:05:00Z");
  const history = recordArrivals(days(["03:02", "09:03", "03:05"]));
  expect(smartDeadlineAfter(DAILY, history, last)).toEqual(deadlineAfter(DAILY, last));
});

test("only the first check-in of a period counts, and only the latest seven arrivals are kept", () => {
  const checkIns = days(["01:00", "02:00", "03:00", "04:00", "05:00", "06:00", "07:00", "08:00"]);
  const again = checkIns.flatMap((at) => [at, new Date(at.getTime() + HOUR_MS)]);
  expect(recordArrivals(again).arrivalsMs.map((arrivalMs) => arrivalMs / HOUR_MS)).toEqual([
    2, 3, 4, 5, 6, 7, 8,
  ]);
});

const anyInterval = fc.constantFrom(...INTERVALS.filter((interval) => !isMinutes(interval)));
const anyInstant = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2040, 0) }).map((at) => new Date(at));
const anyArrivals = fc.array(fc.integer({ min: 0, max: 31 * DAY_MS }), { maxLength: 7 });

test("a smart deadline is never after the basic one, nor before the latest usual arrival", () => {
  fc.assert(
    fc.property(anyInterval, anyInstant, anyArrivals, (interval, at, drawn) => {
      const next = periodAt(interval, periodAt(interval, at).end);
      const lengthMs = next.end.getTime() - next.start.getTime();
      const history = { arrivalsMs: drawn.map((arrivalMs) => arrivalMs % lengthMs), lastArrivalPeriod: at };
      const deadline = smartDeadlineAfter(calendarTerms(interval), history, at);
      expect(deadline <= deadlineAfter(calendarTerms(interval), at)).toBe(true);
      const usual = usualArrival(history, lengthMs);
      if (usual) expect(deadline.getTime()).toBeGreaterThan(next.start.getTime() + usual.latestMs);
    }),
  );
});
