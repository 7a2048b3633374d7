import { expect, test } from "vitest";
import { timeFormats } from "@/components/time-formats";
import type { Bar } from "@/lib/history/outcomes";
import { NO_PERIODS } from "@/lib/rules/history/period-counts";
import { DEFAULT_DISPLAY } from "@/lib/rules/time-display";
import { barSentence, historySentence } from "./history-text";

const bar = (given: Partial<Bar>): Bar => ({
  start: new Date("2026-03-09T00:00Z"),
  end: new Date("2026-03-10T00:00Z"),
  outcome: "missed",
  checkedInAt: null,
  exitStatus: "",
  message: "",
  counts: { ...NO_PERIODS, missed: 1 },
  lateMs: [],
  ...given,
});
const checkedInAt = new Date("2026-03-09T00:04:11Z");
const healthy = bar({ outcome: "healthy", checkedInAt, counts: { ...NO_PERIODS, healthy: 1 } });

test.each<[Bar, string]>([
  [bar({}), "missed"],
  [{ ...healthy, exitStatus: "0", message: "42 rows" }, "healthy, checked in 00:04:11 · exit 0 · “42 rows”"],
  [
    bar({ outcome: "errored", checkedInAt, exitStatus: "3", counts: { ...NO_PERIODS, errored: 1 } }),
    "errored, reported 00:04:11 · exit 3",
  ],
  [
    bar({ outcome: "unknown", counts: { ...NO_PERIODS, unknown: 1 } }),
    "unknown, because Tattle was not listening",
  ],
  [bar({ outcome: "excused", counts: { ...NO_PERIODS, excused: 1 } }), "excused by maintenance"],
  [
    bar({ outcome: "excused", checkedInAt, counts: { ...NO_PERIODS, excused: 1 } }),
    "excused by maintenance, checked in 00:04:11",
  ],
  [
    bar({ counts: { ...NO_PERIODS, healthy: 3, excused: 2 } }),
    "3 of 3 periods were healthy, 2 excused by maintenance",
  ],
  [bar({ outcome: "late", counts: { ...NO_PERIODS, late: 1 } }), "late"],
  [
    bar({ outcome: "late", counts: { ...NO_PERIODS, late: 1 }, lateMs: [10_000] }),
    "late, checked in 10 s after its end",
  ],
  [
    bar({ counts: { ...NO_PERIODS, healthy: 15, late: 1 }, lateMs: [10_000] }),
    "15 of 16 periods were healthy, 1 late (checked in 10 s after its end)",
  ],
  [bar({ outcome: "open", counts: NO_PERIODS }), "not due yet"],
  [
    bar({ counts: { ...NO_PERIODS, healthy: 56, errored: 1, missed: 3 } }),
    "56 of 60 periods were healthy, 1 errored, 3 missed",
  ],
  [
    bar({ counts: { ...NO_PERIODS, healthy: 57, missed: 1, unknown: 2 } }),
    "57 of 58 periods were healthy, 1 missed, 2 unknown, because Tattle was not listening",
  ],
])("a bar says what became of its period or periods", (one, outcome) => {
  expect(barSentence(one, timeFormats(DEFAULT_DISPLAY))).toBe(`Mon 9 Mar, 00:00 · ${outcome}`);
});

test("a history is one sentence about all its bars", () => {
  expect(historySentence([healthy, bar({})])).toBe("1 of 2 periods was healthy, 1 missed.");
  expect(historySentence([healthy, bar({})], "scheduled run")).toBe(
    "1 of 2 scheduled runs was healthy, 1 missed.",
  );
  expect(historySentence([bar({ outcome: "quiet", counts: NO_PERIODS })])).toBe(
    "No check-in was expected during this time.",
  );
});
