import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/rules/durations";
import { calendarTerms } from "@/lib/rules/schedule/schedule-terms";
import {
  chooseWindowUnit,
  countsSentence,
  formatFigures,
  formatLateBefore,
  formatRange,
} from "./history-text";
import { NO_PERIODS, type PeriodCounts } from "./period-counts";

test.each<[Partial<PeriodCounts>, string]>([
  [{}, "No check-in was expected during this time."],
  [{ healthy: 1 }, "1 period, healthy."],
  [{ missed: 1 }, "1 period, missed."],
  [{ healthy: 47 }, "47 of 47 periods were healthy."],
  [{ healthy: 44, errored: 1, missed: 2 }, "44 of 47 periods were healthy, 1 errored, 2 missed."],
  [{ late: 1 }, "1 period, late."],
  [{ healthy: 15, missed: 1, late: 2 }, "15 of 18 periods were healthy, 1 missed, 2 late."],
  [{ healthy: 1_797, missed: 3 }, "1,797 of 1,800 periods were healthy, 3 missed."],
  [
    { healthy: 44, unknown: 3 },
    "44 of 44 periods were healthy. 3 unknown, because Tattle was not listening.",
  ],
  [
    { healthy: 2, missed: 1, unknown: 1 },
    "2 of 3 periods were healthy, 1 missed. 1 unknown, because Tattle was not listening.",
  ],
  [{ unknown: 1 }, "1 period is unknown, because Tattle was not listening."],
  [{ unknown: 2 }, "2 periods are unknown, because Tattle was not listening."],
  [
    { healthy: 44, missed: 1, excused: 2 },
    "44 of 45 periods were healthy, 1 missed. 2 excused by maintenance.",
  ],
  [{ excused: 1 }, "1 period was excused by maintenance."],
  [
    { unknown: 2, excused: 3 },
    "2 periods are unknown, because Tattle was not listening. 3 excused by maintenance.",
  ],
])("%j is one headline, in which unknown and excused periods are apart", (counts, sentence) => {
  expect(countsSentence({ ...NO_PERIODS, ...counts })).toBe(sentence);
});

test.each([
  [{ healthy: 48 }, [0, false, 0, 0], "100% of periods healthy, no incidents"],
  [{ healthy: 48 }, [1, false, 22 * MINUTE_MS, 0], "100% of periods healthy, 1 incident (22 minutes)"],
  [{ missed: 3 }, [1, true, 40_000, 0], "0% of periods healthy, 1 open incident (less than a minute)"],
  [
    { healthy: 47, missed: 1 },
    [2, true, 98 * MINUTE_MS, 20 * MINUTE_MS],
    "97.9% of periods healthy, 2 incidents (1 h 38 min, 20 minutes of it in maintenance), one still open",
  ],
  [
    { excused: 5 },
    [1, true, 5 * MINUTE_MS, 3 * MINUTE_MS],
    "1 open incident (5 minutes, 3 of them in maintenance)",
  ],
  [
    { excused: 5 },
    [1, true, 5 * MINUTE_MS, 5 * MINUTE_MS],
    "1 open incident (5 minutes, all in maintenance)",
  ],
  [{ healthy: 15, late: 1 }, [0, false, 0, 0], "93.7% of periods healthy, no incidents"],
  [{ healthy: 1_999, missed: 1 }, [1, false, 0, 0], "99.9% of periods healthy, 1 incident"],
  [{ excused: 9 }, [0, false, 0, 0], ""],
  [{ excused: 9 }, [1, false, 0, 0], "1 incident"],
] as const)(
  "a share is of the periods that count, rounded down, and incidents are counted: %j, %j",
  (counts, [count, isOneOpen, openMs, maintenanceMs], expected) => {
    expect(formatFigures({ ...NO_PERIODS, ...counts }, { count, isOneOpen, openMs, maintenanceMs })).toBe(
      expected,
    );
  },
);

test.each([
  [
    { healthy: 15, late: 1 },
    [10_999],
    "15 of 16 periods were healthy, 1 late (checked in 10 s after its end).",
  ],
  [
    { healthy: 15, late: 1 },
    [999],
    "15 of 16 periods were healthy, 1 late (checked in right after its end).",
  ],
  [
    { healthy: 1, late: 2 },
    [40_000, 7_000],
    "1 of 3 periods was healthy, 2 late (checked in up to 40 s after their end).",
  ],
  [{ late: 1 }, [59_999], "1 period, late (checked in 59 s after its end)."],
  [{ late: 1 }, [125_000], "1 period, late (checked in 2 minutes after its end)."],
  // One of them has not checked in yet.
  [{ healthy: 1, late: 2 }, [7_000], "1 of 3 periods was healthy, 2 late."],
])("late periods say how late they were: %j", (counts, lateMs, sentence) => {
  expect(countsSentence({ ...NO_PERIODS, ...counts }, "period", lateMs)).toBe(sentence);
});

test.each([
  [10_999, "10 s late for the previous period"],
  [999, "just late for the previous period"],
])("a check-in %i ms after the end of a late period is “%s”", (lateMs, expected) => {
  expect(formatLateBefore(lateMs)).toBe(expected);
});

test.each([
  [null, "period"],
  ["every 45 minutes", "period"],
  ["30 7 * * *", "scheduled run"],
  ["Mon..Fri 07:30", "scheduled run"],
])("a window of %j is called a %s", (schedule, unit) => {
  expect(chooseWindowUnit({ ...calendarTerms("daily"), schedule })).toBe(unit);
});

test.each([
  [HOUR_MS, "hour"],
  [48 * HOUR_MS, "2 days"],
  [48 * DAY_MS, "48 days"],
  [48 * 7 * DAY_MS, "11 months"],
  [1_461 * DAY_MS, "48 months"],
])("a range of %d ms is the last %s", (rangeMs, expected) => {
  expect(formatRange(rangeMs)).toBe(expected);
});
