import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { StatusSentence } from "./status-sentence";

const now = new Date("2026-03-10T10:00Z");
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);

const HEALTHY = {
  status: "healthy",
  deadline: hours(2),
  checkedInAt: hours(-1),
  errorCause: null,
  missingSince: null,
  pausedAt: null,
  pauseUntil: null,
  pauseEndsAt: null,
} as const;

const LAST = "Its last healthy check-in was 1 hour ago.";

test.each([
  [HEALTHY, "Next check-in due by 12:00 (in 2 hours)."],
  [{ ...HEALTHY, status: "errored", errorCause: "error" } as const, `It reported an error. ${LAST}`],
  [{ ...HEALTHY, status: "errored", errorCause: "check" } as const, `A run did not pass a check. ${LAST}`],
  [
    { ...HEALTHY, status: "errored", errorCause: "too_short" } as const,
    `A run took less time than allowed. ${LAST}`,
  ],
  [{ ...HEALTHY, status: "failed", missingSince: hours(-3) } as const, `Since Tue 10 Mar, 07:00. ${LAST}`],
  [
    { ...HEALTHY, status: "paused", deadline: null, pauseUntil: "time", pauseEndsAt: hours(20) } as const,
    `No alerts are sent until Wed 11 Mar, 06:00 (in 20 hours). ${LAST}`,
  ],
  [
    { ...HEALTHY, status: "pending", deadline: null, checkedInAt: null } as const,
    "Waiting for the first check-in. Until then, no alerts are sent.",
  ],
  [
    { ...HEALTHY, status: "pending", checkedInAt: null } as const,
    "Its first run has started. A check-in is due by 12:00 (in 2 hours).",
  ],
  [
    { ...HEALTHY, status: "pending", deadline: now, checkedInAt: null } as const,
    "Its first run has started. It was due by 10:00. Alerts are sent a minute after the deadline. ",
  ],
])("the sentence of a snitch in state %#", (snitch, sentence) => {
  const html = renderToStaticMarkup(<StatusSentence snitch={snitch} now={now} />);

  expect(html.replace(/<[^>]+>/g, "")).toBe(sentence);
});
