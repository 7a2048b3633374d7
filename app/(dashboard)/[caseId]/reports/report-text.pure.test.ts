import { expect, test } from "vitest";
import { NO_PERIODS, type PeriodCounts } from "@/lib/rules/history/period-counts";
import { byWorst, hasRuns, listCells, listColumns, reportSentence } from "./report-text";

const group = (
  some: Partial<ReturnType<typeof counts>>,
  times?: { runs: number; runMs: number; longestMs: number },
) => ({ counts: counts(some), ...times });

const counts = (some: Partial<PeriodCounts>) => ({ ...NO_PERIODS, ...some });

test("a row has what is known, and nothing where nothing is", () => {
  expect(
    listCells(
      group({ healthy: 1_999, missed: 1, unknown: 3 }, { runs: 30, runMs: 75_000, longestMs: 65_000 }),
    ),
  ).toEqual({
    Healthy: "1,999",
    "%": "99.9 %",
    Errored: "",
    Missed: "1",
    Late: "",
    Excused: "",
    Unknown: "3",
    Average: "2.5 s",
    Longest: "1 min 5 s",
  });
  expect(listCells(group({ healthy: 15, late: 1 }))).toMatchObject({
    Healthy: "15",
    "%": "93.7 %",
    Late: "1",
  });
  expect(listCells(group({ excused: 2 }))).toMatchObject({ Healthy: "", "%": "", Excused: "2" });
});

test("durations, late, excused and unknown runs have columns only if there are some", () => {
  expect(listColumns([group({ healthy: 1 })])).toEqual(["%", "Missed", "Errored", "Healthy"]);
  expect(listColumns([group({ healthy: 1 }), group({ excused: 1 })])).toContain("Excused");
  expect(listColumns([group({ healthy: 1 }), group({ late: 1 })])).toContain("Late");
  expect(listColumns([group({}), group({ healthy: 1 }, { runs: 1, runMs: 2, longestMs: 2 })])).toContain(
    "Longest",
  );
});

test("a snitch of which nothing is known is apart", () => {
  expect(
    [group({}), group({ excused: 1 }), group({}, { runs: 1, runMs: 2, longestMs: 2 })].map(hasRuns),
  ).toEqual([false, true, true]);
});

test.each([
  [{}, "No run was expected."],
  [{ healthy: 1 }, "1 of 1 ran as scheduled."],
  [{ healthy: 15, late: 1 }, "15 of 16 ran as scheduled, 1 late."],
  [{ healthy: 58, errored: 1, missed: 2 }, "58 of 61 ran as scheduled, 1 errored, 2 missed."],
])("%j is “%s”", (given, sentence) => {
  expect(reportSentence(counts(given))).toBe(sentence);
});

test("what went wrong most often comes first, and what is not known last", () => {
  const rows = [group({}), group({ healthy: 9 }), group({ missed: 1 }), group({ errored: 2, missed: 1 })];
  expect(byWorst(rows)).toEqual([rows[3], rows[2], rows[1], rows[0]]);
});
