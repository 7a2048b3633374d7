import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { StatusCause } from "@/lib/check-ins/status-cause";
import { notificationOf } from "@/lib/check-ins/timeline-notification";
import type { Status } from "@/lib/rules/snitch-state";
import { Cause } from "./cause";

const tuesday = new Date("2026-03-10T10:00Z");
const anHourBefore = new Date("2026-03-10T09:00Z");

const textOf = (status: Status, cause: Partial<StatusCause>) => {
  const whole = { lastReport: null, erroredSince: null, notifications: [], pausedBy: null, ...cause };
  const element = <Cause status={status} pausedAt={anHourBefore} cause={whole} now={tuesday} />;
  return renderToStaticMarkup(element)
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
};

const toldTo = (to: string) =>
  notificationOf("mail", to, { id: to, doneAt: tuesday, gaveUpAt: null, history: [] });

const failure = { at: anHourBefore, isHealthy: false, exitStatus: "3", message: "disk full" };

test.each<[string, Status, Partial<StatusCause>, string]>([
  ["a pending one has none", "pending", {}, ""],
  [
    "a healthy one has its last report",
    "healthy",
    { lastReport: { at: anHourBefore, isHealthy: true, exitStatus: "", message: "42 rows" } },
    "Last report Checked in 1 hour ago “42 rows”",
  ],
  [
    "an errored one has the error, since when, and who was notified",
    "errored",
    { lastReport: failure, erroredSince: anHourBefore, notifications: [toldTo("ada@example.com")] },
    "Errored since Tue 10 Mar, 09:00 UTC Last report Reported an error 1 hour ago , exit status 3 “disk full” Notified Sent to ada@example.com",
  ],
  ["a missing one without notifications says so", "failed", {}, "Notified Nobody yet"],
  [
    "a paused one has who paused it",
    "paused",
    { pausedBy: "ada@example.com" },
    "Paused 1 hour ago by ada@example.com",
  ],
  ["a paused one whose event is gone has when", "paused", {}, "Paused 1 hour ago"],
])("the cause of a status: %s", (_, status, cause, text) => {
  expect(textOf(status, cause)).toBe(text);
});

test("more than four who were notified are folded away", () => {
  const notifications = Array.from({ length: 6 }, (_, i) => toldTo(`${i}@example.com`));

  expect(textOf("failed", { notifications })).toContain("3@example.com And 2 more Sent to 4@example.com");
});
