import { expect, test } from "vitest";
import { INTERVALS } from "@/lib/snitches/interval";
import { cronSchedule, snippetsFor } from "./snippets";

test.each([
  ["1_minute", "* * * * *"],
  ["15_minute", "*/15 * * * *"],
  ["hourly", "0 * * * *"],
  ["6_hour", "0 */6 * * *"],
  ["daily", "0 3 * * *"],
  ["weekly", "0 3 * * 1"],
  ["monthly", "0 3 1 * *"],
] as const)("%s is %s in a crontab", (interval, schedule) => expect(cronSchedule(interval)).toBe(schedule));

test("every interval has a schedule of five parts", () => {
  expect(INTERVALS.every((interval) => cronSchedule(interval).split(" ").length === 5)).toBe(true);
});

test("every line checks in with the whole URL", () => {
  const url = "https://in.example.com/c0ffee1234abcd56";
  const lines = snippetsFor(url, "daily").flatMap((snippet) => snippet.lines);

  expect(lines.length).toBeGreaterThan(7);
  expect(lines.filter(({ text }) => !text.includes(url))).toEqual([]);
});
