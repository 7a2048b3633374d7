import { expect, test } from "vitest";
import type { Interval } from "@/lib/rules/interval";
import { timeMarksFor } from "./chart";

test.each<[Interval, number, string[]]>([
  ["hourly", 3_600_000, ["0 min", "15 min", "30 min", "45 min", "60 min"]],
  ["8_hour", 8 * 3_600_000, ["0 h", "2 h", "4 h", "6 h", "8 h"]],
  ["daily", 86_400_000, ["00:00", "06:00", "12:00", "18:00", "24:00"]],
  ["weekly", 7 * 86_400_000, ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun", ""]],
  ["monthly", 31 * 86_400_000, ["0 d", "7 d", "14 d", "21 d", "28 d"]],
])("the axis of a period that is %s has the marks that people know", (interval, lengthMs, words) => {
  expect(timeMarksFor(interval, lengthMs).map((mark) => mark.words)).toEqual(words);
});
