import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseCron } from "./cron";
import { cronTicks, type Ticks } from "./ticks";

const compileTicks = (expression: string, zone: string) => cronTicks(parseCron(expression), zone);

const written = (instantMs: number | null) =>
  instantMs === null ? "never" : new Date(instantMs).toISOString().slice(0, 16);

function walk(step: (instantMs: number) => number | null, fromMs: number, count: number): string[] {
  const times: string[] = [];
  for (let atMs = step(fromMs); times.length < count; atMs = atMs === null ? null : step(atMs)) {
    times.push(written(atMs));
  }
  return times;
}

const next = (ticks: Ticks, from: string, count: number) => walk(ticks.nextAfter, Date.parse(from), count);
const previous = (ticks: Ticks, from: string, count: number) =>
  walk(ticks.lastBefore, Date.parse(from), count);

/**
 * Where cronsim leaves out runs that its own rule, and Debian’s cron, include: while the clock of Lord Howe, which is turned
 * by half an hour, or one that is turned back at midnight repeats a time.
 */
const LEFT_OUT_BY_CRONSIM = [
  "*/10 2 * * * Australia/Lord_Howe 2023-04-01T10:33:00",
  "*/10 2 * * * Australia/Lord_Howe 2026-04-04T00:14:00",
  "*/14 14-15/7 * 4 */4 Australia/Lord_Howe 2021-10-01T14:20:00",
  "6,56 */3 * * * Australia/Lord_Howe 2024-04-06T13:02:00",
  "* * * * 1 Asia/Tehran 2015-09-21T20:56:00",
];

test("runs are those of cronsim, forwards and backwards, in 19 zones", () => {
  const lines = readFileSync(`${import.meta.dirname}/vectors/cron.tsv`, "utf8")
    .trim()
    .split("\n");
  const vectors = lines.filter((line) => !line.startsWith("#")).map((line) => line.split("\t"));
  expect(vectors).toHaveLength(3_000);
  const different: string[] = [];
  for (const [expression = "", zone = "", from = "", following = "", preceding = ""] of vectors) {
    const ticks = compileTicks(expression, zone);
    const isSame =
      String(next(ticks, `${from}Z`, 4)) === following &&
      String(previous(ticks, `${from}Z`, 2)) === preceding;
    if (!isSame) different.push(`${expression} ${zone} ${from}`);
  }
  expect(different.sort()).toEqual(LEFT_OUT_BY_CRONSIM.toSorted());
});

test("a job that is not at a fixed time repeats the half hour that Lord Howe repeats", () => {
  // At 15:00 UTC the clock is turned back from 02:00 to 01:30.
  expect(next(compileTicks("6,56 */3 * * *", "Australia/Lord_Howe"), "2024-04-06T13:57Z", 3)).toEqual([
    "2024-04-06T16:36",
    "2024-04-06T17:26",
    "2024-04-06T19:36",
  ]);
});

test("a job at a fixed time runs at the first instant after a gap, and once in an overlap", () => {
  expect(next(compileTicks("15 3 * * *", "Europe/Riga"), "2021-03-27T12:00Z", 2)).toEqual([
    "2021-03-28T01:00",
    "2021-03-29T00:15",
  ]);
  expect(next(compileTicks("0 3 * * *", "Europe/Riga"), "2021-10-30T12:00Z", 2)).toEqual([
    "2021-10-31T00:00",
    "2021-11-01T01:00",
  ]);
  expect(next(compileTicks("0 */3 * * *", "Europe/Riga"), "2021-10-30T22:00Z", 3)).toEqual([
    "2021-10-31T00:00",
    "2021-10-31T01:00",
    "2021-10-31T04:00",
  ]);
});

test("a time that is repeated is not passed over when no other follows for long", () => {
  expect(next(compileTicks("*/30 3 * * 0", "Europe/Riga"), "2026-10-24T12:00Z", 5)).toEqual([
    "2026-10-25T00:00",
    "2026-10-25T00:30",
    "2026-10-25T01:00",
    "2026-10-25T01:30",
    "2026-11-01T01:00",
  ]);
});

test("several times in one gap are one run", () => {
  expect(next(compileTicks("5,10,15 3 * * *", "Europe/Riga"), "2021-03-27T12:00Z", 2)).toEqual([
    "2021-03-28T01:00",
    "2021-03-29T00:05",
  ]);
});

test("a day that a zone skipped is made up for when the next one begins", () => {
  expect(next(compileTicks("0 12 30 12 *", "Pacific/Apia"), "2011-06-01T00:00Z", 2)).toEqual([
    "2011-12-30T10:00",
    "2012-12-29T22:00",
  ]);
});

test("a day that does not exist never comes", () => {
  expect(next(compileTicks("0 0 30 2 *", "UTC"), "2026-01-01T00:00Z", 1)).toEqual(["never"]);
  expect(next(compileTicks("* * */14 3,4,9,11 WED#4", "Europe/Riga"), "2026-01-01T00:00Z", 1)).toEqual([
    "never",
  ]);
});

test("29 February comes every eight years around 2100", () => {
  expect(next(compileTicks("0 0 29 2 *", "UTC"), "2093-01-01T00:00Z", 2)).toEqual([
    "2096-02-29T00:00",
    "2104-02-29T00:00",
  ]);
});

const EXPRESSIONS = [
  "*/30 3 * * 0",
  "*/7 * * * *",
  "30 2 * * *",
  "0 */3 * * *",
  "0 0 * * 1",
  "15 0,1,2,3 * * *",
  "0 12 1 * *",
];

// Shortly before the clocks of most zones are turned forward, and back.
const STARTS = ["2026-03-27T00:00Z", "2026-10-23T00:00Z"];

test("in every zone, runs increase, and going back finds the same ones", () => {
  for (const zone of Intl.supportedValuesOf("timeZone")) {
    for (const [expression, start] of EXPRESSIONS.flatMap((one) =>
      STARTS.map((day) => [one, day] as const),
    )) {
      const ticks = compileTicks(expression, zone);
      const forwards: number[] = [];
      for (let atMs = Date.parse(start); forwards.length < 20; ) {
        const tickMs = ticks.nextAfter(atMs) as number;
        expect(tickMs, `${expression} ${zone}`).toBeGreaterThan(atMs);
        forwards.push(tickMs);
        atMs = tickMs;
      }
      const backwards: number[] = [];
      for (let atMs = (forwards.at(-1) as number) + 1; backwards.length < 20; ) {
        atMs = ticks.lastBefore(atMs) as number;
        backwards.unshift(atMs);
      }
      expect(backwards, `${expression} ${zone}`).toEqual(forwards);
    }
  }
});
