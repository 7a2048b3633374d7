import { expect, test } from "vitest";
import { timeFormats } from "@/components/time-formats";
import { DEFAULT_DISPLAY } from "@/lib/rules/time-display";
import { formatFacts } from "./facts";

const { exact } = timeFormats({ ...DEFAULT_DISPLAY, zone: "Asia/Kathmandu" });

test("each fact is a sentence, with the values before and after in words", () => {
  expect(
    formatFacts(
      {
        alert_address: { from: null, to: "ops@example.com" },
        tags: { from: ["a", "b"], to: [] },
        grace: { from: "600 seconds", to: "900 seconds" },
        interval: "15_minute",
        access: { from: "ping", to: "read" },
        filters: { from: null, to: ["failureKeywords: Error", "inSubject"] },
      },
      exact,
    ),
  ).toEqual([
    "Alert address set to ops@example.com",
    "Tags removed: a, b",
    "Grace changed from 10 minutes to 15 minutes",
    "Interval: every 15 minutes",
    "Access changed from check-ins only to read only",
    "Filters set to failure keywords: Error, in subject",
  ]);
});

test("values of the API are said in words, and the end follows the start", () => {
  const facts = {
    until: "healthy",
    access: "ping",
    ends_at: "2026-03-10T01:00:00.000Z",
    starts_at: "2026-03-10T00:00:00.000Z",
  };
  expect(formatFacts(facts, exact)).toEqual([
    "Starts at: Tue 10 Mar 2026, 05:45:00",
    "Ends at: Tue 10 Mar 2026, 06:45:00",
    "Until: the next healthy check-in",
    "Access: check-ins only",
  ]);
});

test("a time is written as the reader reads it", () => {
  const facts = {
    until: "2026-03-10T10:37:12.345Z",
    starts_at: { from: null, to: "2026-03-10T00:00:00.000Z" },
  };
  expect(formatFacts(facts, exact)).toEqual([
    "Starts at set to Tue 10 Mar 2026, 05:45:00",
    "Until: Tue 10 Mar 2026, 16:22:12",
  ]);
});
