import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { buildNotification } from "@/lib/history/sent-notification";
import type { StatusCause } from "@/lib/history/status-cause";
import type { AlertRun } from "@/lib/rules/runs/alert-run";
import type { Status } from "@/lib/rules/state/snitch-state";
import { Cause } from "./cause";

const tuesday = new Date("2026-03-10T10:00Z");
const anHourBefore = new Date("2026-03-10T09:00Z");

const renderText = (status: Status, cause: Partial<StatusCause>) => {
  const whole = {
    lastReport: null,
    fault: null,
    erroredSince: null,
    notifications: [],
    pausedBy: null,
    ...cause,
  };
  const element = (
    <Cause status={status} pausedAt={anHourBefore} cause={whole} now={tuesday} snitchUrl="/s" />
  );
  return renderToStaticMarkup(element)
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
};

const notificationTo = (to: string) =>
  buildNotification("mail", to, { id: to, doneAt: tuesday, gaveUpAt: null, history: [] });

const RUN: AlertRun = {
  id: "019cd5a1-0000-7000-8000-000000000000",
  rid: "nightly-7",
  env: "",
  host: "db1",
  started_at: "2026-03-10T08:00:00.000Z",
  ended_at: null,
  exit_status: "",
  duration_ms: null,
  reported_ms: null,
  usual_ms: 252_000,
  failed_check: null,
};

const failure = {
  at: anHourBefore,
  isHealthy: false,
  isViolation: false,
  exitStatus: "3",
  message: "disk full",
};

test.each<[string, Status, Partial<StatusCause>, string]>([
  ["a pending one has none", "pending", {}, ""],
  [
    "a healthy one has its last report",
    "healthy",
    {
      lastReport: {
        at: anHourBefore,
        isHealthy: true,
        isViolation: false,
        exitStatus: "",
        message: "42 rows",
      },
    },
    "Last report Checked in 1 hour ago “42 rows”",
  ],
  [
    "an errored one has the error, since when, and who was notified",
    "errored",
    { lastReport: failure, erroredSince: anHourBefore, notifications: [notificationTo("ada@example.com")] },
    "Errored since Tue 10 Mar, 09:00 Last report Reported an error 1 hour ago , exit status 3 “disk full” Notified Sent to ada@example.com",
  ],
  [
    "one whose run overran has the run, since when it runs, and how long it usually takes",
    "failed",
    { fault: { cause: "overran", at: anHourBefore, run: RUN } },
    "Cause Its run “nightly-7” , started Tue 10 Mar, 08:00 , overran: it should have finished by Tue 10 Mar, 09:00 . It usually takes 4 min 12 s. Notified No one yet",
  ],
  [
    "one whose run was too short has how long it took, and does not call its exit status an error",
    "errored",
    {
      fault: { cause: "too_short", at: anHourBefore, run: { ...RUN, rid: null, duration_ms: 1_200 } },
      lastReport: { at: anHourBefore, isHealthy: false, isViolation: true, exitStatus: "0", message: "" },
    },
    "Cause Its run took only 1.2 s, which is too short. It usually takes 4 min 12 s. Last report Finished 1 hour ago , exit status 0 Notified No one yet",
  ],
  [
    "one whose run failed a check has the check",
    "errored",
    { fault: { cause: "check", at: anHourBefore, run: { ...RUN, failed_check: "metric.rows > 0" } } },
    "Cause Its run “nightly-7” did not pass the check metric.rows &gt; 0 . Notified No one yet",
  ],
  ["a missing one without notifications says so", "failed", {}, "Notified No one yet"],
  [
    "a paused one has who paused it",
    "paused",
    { pausedBy: "ada@example.com" },
    "Paused 1 hour ago by ada@example.com",
  ],
  ["a paused one whose event is gone has when", "paused", {}, "Paused 1 hour ago"],
])("the cause of a status: %s", (_, status, cause, text) => {
  expect(renderText(status, cause)).toBe(text);
});

test("more than four who were notified are folded away", () => {
  const notifications = Array.from({ length: 6 }, (_, i) => notificationTo(`${i}@example.com`));

  expect(renderText("failed", { notifications })).toContain("3@example.com And 2 more Sent to 4@example.com");
});
