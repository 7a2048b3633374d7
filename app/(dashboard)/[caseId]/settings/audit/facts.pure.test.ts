import { expect, test } from "vitest";
import { timesInWords } from "@/components/time-in-words";
import { DEFAULT_DISPLAY } from "@/lib/rules/time-display";
import { factsInWords } from "./facts";

const { exact } = timesInWords({ ...DEFAULT_DISPLAY, zone: "Asia/Kathmandu" });

test("each fact is a line, with the values before and after", () => {
  expect(
    factsInWords(
      {
        alert_address: { from: null, to: "ops@example.com" },
        tags: { from: ["a", "b"], to: [] },
        interval: "daily",
      },
      exact,
    ),
  ).toEqual(["Alert address: nothing → “ops@example.com”", "Tags: a, b → nothing", "Interval: “daily”"]);
});

test("a time is written as the reader reads it", () => {
  const facts = {
    until: "2026-03-10T10:37:12.345Z",
    starts_at: { from: null, to: "2026-03-10T00:00:00.000Z" },
  };
  expect(factsInWords(facts, exact)).toEqual([
    "Until: Tue 10 Mar 2026, 16:22:12",
    "Starts at: nothing → Tue 10 Mar 2026, 05:45:00",
  ]);
});
