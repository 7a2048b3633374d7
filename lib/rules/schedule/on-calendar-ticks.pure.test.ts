import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DAY_MS, MINUTE_MS } from "../durations";
import { type OnCalendar, parseOnCalendar } from "./on-calendar";
import { onCalendarTicks } from "./ticks";
import vectors from "./vectors/on-calendar.json";

const toDate = (instantMs: number | null) => (instantMs === null ? null : new Date(instantMs));
const nextElapse = (onCalendar: OnCalendar, zone: string, after: Date) =>
  toDate(onCalendarTicks(onCalendar, zone).nextAfter(after.getTime()));
const previousElapse = (onCalendar: OnCalendar, zone: string, before: Date) =>
  toDate(onCalendarTicks(onCalendar, zone).lastBefore(before.getTime()));

function elapsesAfter(onCalendar: OnCalendar, zone: string, after: Date, count: number): Date[] {
  const found: Date[] = [];
  for (let at = nextElapse(onCalendar, zone, after); at; at = nextElapse(onCalendar, zone, at)) {
    found.push(at);
    if (found.length === count) break;
  }
  return found;
}

function elapsesBefore(onCalendar: OnCalendar, zone: string, before: Date, count: number): Date[] {
  const found: Date[] = [];
  for (let at = previousElapse(onCalendar, zone, before); at; at = previousElapse(onCalendar, zone, at)) {
    found.unshift(at);
    if (found.length === count) break;
  }
  return found;
}

const written = (dates: Date[]) => dates.map((date) => date.toISOString().replace(":00.000Z", "Z"));

/** [expression, zone, from, the seconds from each elapse to the next one]: a thousand responses of `oncalendar`. */
type Vector = [expression: string, zone: string, from: string, gaps: number[]];

test("agrees with a thousand responses of oncalendar, forwards and backwards", () => {
  expect(vectors).toHaveLength(1_000);
  for (const [expression, zone, from, gaps] of vectors as Vector[]) {
    let atMs = Date.parse(from);
    const expected = gaps.map((seconds) => new Date((atMs += seconds * 1_000)));
    const onCalendar = parseOnCalendar(expression);
    const question = `${expression} in ${zone} after ${from}`;
    expect(elapsesAfter(onCalendar, zone, new Date(from), 4), question).toEqual(expected);
    expect(elapsesBefore(onCalendar, zone, new Date(atMs + 1), 4), question).toEqual(expected);
  }
});

describe("the clock", () => {
  test.each([
    [
      "skips what it is turned forward over",
      "03:30",
      "2026-03-28T12:00Z",
      ["2026-03-30T00:30Z", "2026-03-31T00:30Z"],
    ],
    [
      "comes once where it is turned back",
      "03:30",
      "2026-10-24T12:00Z",
      ["2026-10-25T00:30Z", "2026-10-26T01:30Z"],
    ],
    [
      "leaves out the repeated hour",
      "hourly",
      "2026-10-24T23:30Z",
      ["2026-10-25T00:00Z", "2026-10-25T02:00Z"],
    ],
    [
      "leaves it out in its midst, too",
      "*:0/30",
      "2026-10-25T01:10Z",
      ["2026-10-25T02:00Z", "2026-10-25T02:30Z"],
    ],
    [
      "uses the zone that is written",
      "03:30 UTC",
      "2026-03-28T12:00Z",
      ["2026-03-29T03:30Z", "2026-03-30T03:30Z"],
    ],
  ])("%s", (_, expression, after, expected) => {
    const onCalendar = parseOnCalendar(expression);
    expect(written(elapsesAfter(onCalendar, "Europe/Riga", new Date(after), 2))).toEqual(expected);
  });

  test("Apia had no 30 December 2011", () => {
    const daily = elapsesAfter(
      parseOnCalendar("2011-12-29..31 12:00"),
      "Pacific/Apia",
      new Date("2011-12-01"),
      9,
    );
    expect(written(daily)).toEqual(["2011-12-29T22:00Z", "2011-12-30T22:00Z"]);
  });

  test("Lord Howe turns it by half an hour", () => {
    const back = elapsesAfter(
      parseOnCalendar("1..2:0/15"),
      "Australia/Lord_Howe",
      new Date("2026-04-04T14:40Z"),
      3,
    );
    expect(written(back)).toEqual(["2026-04-04T14:45Z", "2026-04-04T15:30Z", "2026-04-04T15:45Z"]);
    const forward = elapsesAfter(
      parseOnCalendar("2:0/15"),
      "Australia/Lord_Howe",
      new Date("2026-10-03T12:00Z"),
      2,
    );
    expect(written(forward)).toEqual(["2026-10-03T15:30Z", "2026-10-03T15:45Z"]);
  });
});

describe("far away", () => {
  test.each([
    ["Mon *-2-29", "2026-01-01", "2044-02-29T00:00Z"],
    ["*-2-29", "2096-03-01", "2104-02-29T00:00Z"],
    ["2199-12-31 23:59", "1970-01-01", "2199-12-31T23:59Z"],
    ["1970-1-1 0:1", "1900-01-01", "1970-01-01T00:01Z"],
  ])("%s comes next after %s at %s, and last before the end of time", (expression, after, expected) => {
    const onCalendar = parseOnCalendar(expression);
    expect(written([nextElapse(onCalendar, "UTC", new Date(after)) as Date])).toEqual([expected]);
    expect(nextElapse(onCalendar, "UTC", new Date("2250-01-01"))).toBeNull();
    const last = previousElapse(onCalendar, "UTC", new Date("2250-01-01")) as Date;
    expect(previousElapse(onCalendar, "UTC", new Date(last.getTime() + 1))).toEqual(last);
  });

  test("what is over does not come again, and nothing came before 1970", () => {
    expect(nextElapse(parseOnCalendar("2025-*-*"), "Europe/Riga", new Date("2026-01-01"))).toBeNull();
    expect(previousElapse(parseOnCalendar("daily"), "UTC", new Date("1970-01-01"))).toBeNull();
    expect(previousElapse(parseOnCalendar("2030-*-*"), "Europe/Riga", new Date("2026-01-01"))).toBeNull();
  });
});

const WEEKS = [
  ["Europe/Riga", "2026-03-29"],
  ["Europe/Riga", "2026-10-25"],
  ["Australia/Lord_Howe", "2026-04-04"],
  ["Australia/Lord_Howe", "2026-10-03"],
  ["America/St_Johns", "2010-11-07"],
  ["America/Sao_Paulo", "2018-02-18"],
  ["America/Sao_Paulo", "2018-11-04"],
  ["Africa/Casablanca", "2026-02-15"],
  ["Pacific/Apia", "2011-12-30"],
  ["America/Chicago", "2024-02-29"],
] as const;

const lastDayOf = (date: Date) =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();

/** The minutes around a day as the platform’s calendar shows them, without those that it shows a second time. */
function minutesAround(timeZone: string, day: string) {
  const calendar = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
  const minutes = new Map<string, Date>();
  const middleMs = Date.parse(`${day}T00:00Z`);
  for (let atMs = middleMs - 4 * DAY_MS; atMs < middleMs + 4 * DAY_MS; atMs += MINUTE_MS) {
    const shown = calendar.format(atMs);
    if (!minutes.has(shown)) minutes.set(shown, new Date(atMs));
  }
  return [...minutes].map(([shown, at]) => ({ local: new Date(`${shown.replace(" ", "T")}Z`), at }));
}

/** The simplest reading of the fields: does this local minute match each of them? */
function matches(onCalendar: OnCalendar, local: Date): boolean {
  const date = local.getUTCDate();
  return (
    onCalendar.weekdays.includes(local.getUTCDay() || 7) &&
    onCalendar.months.includes(local.getUTCMonth() + 1) &&
    onCalendar.days.includes(onCalendar.fromEnd ? lastDayOf(local) + 1 - date : date) &&
    onCalendar.hours.includes(local.getUTCHours()) &&
    onCalendar.minutes.includes(local.getUTCMinutes())
  );
}

const anyExpression = fc
  .tuple(
    fc.constantFrom("", "", "Mon..Fri ", "Sat,Sun ", "Sun ", "Tue..Thu,Sat "),
    fc.constantFrom(
      "*-*-*",
      "*-*-*",
      "*-*-1/3",
      "*-*~7/1",
      "*-*~1",
      "*-*-25..31",
      "*-*-5",
      "*-2,4,10..12-1..7",
    ),
    fc.constantFrom("*", "0", "1,2", "2", "3", "0..4", "0/3", "1/2", "23", "22/1"),
    fc.constantFrom("*", "0", "1", "30", "0/15", "0/7", "29..31", "59", "5,15,45"),
  )
  .map(([weekdays, date, hour, minute]) => `${weekdays}${date} ${hour}:${minute}`);

test.each(WEEKS)("in %s around %s it elapses at the minutes that a naive walk finds", (zone, day) => {
  const minutes = minutesAround(zone, day);
  const middleMs = Date.parse(`${day}T00:00Z`);
  const [from, to] = [new Date(middleMs - 3 * DAY_MS), new Date(middleMs + 3 * DAY_MS)];
  fc.assert(
    fc.property(anyExpression, (expression) => {
      const onCalendar = parseOnCalendar(expression);
      const expected = minutes.filter(({ at, local }) => at > from && at < to && matches(onCalendar, local));
      const walked = written(expected.map(({ at }) => at));
      const count = Math.max(1, expected.length);
      const forwards = elapsesAfter(onCalendar, zone, from, count).filter((at) => at < to);
      const backwards = elapsesBefore(onCalendar, zone, to, count).filter((at) => at > from);
      expect(written(forwards)).toEqual(walked);
      expect(written(backwards)).toEqual(walked);
    }),
    { numRuns: 40 },
  );
});

test("the next elapse is later, the previous one earlier, and nothing lies between", () => {
  const anyInstant = fc.integer({ min: 0, max: Date.UTC(2190, 0) }).map((atMs) => new Date(atMs));
  const anyZone = fc.constantFrom("UTC", "Africa/Monrovia", ...WEEKS.map(([zone]) => zone));
  fc.assert(
    fc.property(anyExpression, anyZone, anyInstant, (expression, zone, at) => {
      const onCalendar = parseOnCalendar(expression);
      const next = nextElapse(onCalendar, zone, at) as Date;
      expect(next > at).toBe(true);
      const previous = previousElapse(onCalendar, zone, next);
      if (!previous) return;
      expect(previous <= at).toBe(true);
      expect(nextElapse(onCalendar, zone, previous)).toEqual(next);
    }),
    { numRuns: 1_000 },
  );
});
