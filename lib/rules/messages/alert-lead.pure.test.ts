import { expect, test } from "vitest";
import { anAlertMail } from "@/testing/mail-examples";
import type { AlertRun } from "../runs/alert-run";
import { buildLead, buildTitle, describeState } from "./alert-message";
import { timesIn } from "./format";

const tuesday = "2026-03-10T03:10:00.000Z";
const thursday = "2026-03-12T03:10:00.000Z";

type Changes = Parameters<typeof anAlertMail>[0];

const aNotification = (changes: Changes) => anAlertMail({ at: tuesday, ...changes }).notification;

/** The label of an email, the title of a chat message, and the lead of both. */
const read = (changes: Changes) => {
  const notification = aNotification(changes);
  return [
    describeState(notification).label,
    buildTitle(notification).replace("Nightly backup ", ""),
    buildLead(notification),
  ];
};

const RUN: AlertRun = {
  id: "019e6728-fd00-7a41-8c02-5f0d8a3b9e11",
  rid: "backup-7",
  env: "production",
  host: "db1",
  started_at: "2026-03-10T03:00:00.000Z",
  ended_at: null,
  exit_status: "",
  duration_ms: null,
  reported_ms: null,
  usual_ms: 252_000,
  failed_check: null,
};

const down = { from: "failed", at: thursday, since: tuesday } as const;
const longDown = { kind: "paused", from: "failed", since: "2024-03-10T03:10:00.000Z" } as const;
const reported = { at: "2026-03-10T01:00:00.000Z", receivedAt: tuesday };

test.each<[Changes, string, string, string]>([
  [{}, "Missing", "is missing", "It was due by 2026-03-10 03:10 UTC and has not checked in."],
  [
    { from: "errored" },
    "Missing",
    "is missing",
    "It was due by 2026-03-10 03:10 UTC and has not checked in since it reported an error.",
  ],
  [
    down,
    "Still missing",
    "is still missing",
    "It has been missing since 2026-03-10 03:10 UTC, and was due again by 2026-03-12 03:10 UTC.",
  ],
  [
    { from: "failed" },
    "Still missing",
    "is still missing",
    "It is still missing, and was due again by 2026-03-10 03:10 UTC.",
  ],
  [
    { ...down, isReminder: true },
    "Still missing",
    "is still missing",
    "This is a reminder: it has been missing since 2026-03-10 03:10 UTC, for 2 days.",
  ],
  [
    { ...down, kind: "errored", from: "errored", isReminder: true },
    "Still errored",
    "is still errored",
    "This is a reminder: it has been errored since 2026-03-10 03:10 UTC, for 2 days.",
  ],
  [
    { ...down, cause: "overran", run: RUN, isReminder: true },
    "Still running too long",
    "is still running too long",
    "This is a reminder: it has been running too long since 2026-03-10 03:10 UTC, for 2 days.",
  ],
  [
    { cause: "overran", run: RUN },
    "Running too long",
    "is running too long",
    "Its run “backup-7” has been running since 2026-03-10 03:00 UTC, and should have finished by 2026-03-10 03:10 UTC. It usually takes 4 min 12 s.",
  ],
  [
    { cause: "overran", run: { ...RUN, rid: null, started_at: null, usual_ms: null } },
    "Running too long",
    "is running too long",
    "Its run should have finished by 2026-03-10 03:10 UTC.",
  ],
  [
    { kind: "errored", exitStatus: "137" },
    "Errored",
    "reported an error",
    "It reported an error on 2026-03-10 03:10 UTC, with exit status 137.",
  ],
  [{ kind: "errored" }, "Errored", "reported an error", "It reported an error on 2026-03-10 03:10 UTC."],
  [
    { kind: "errored", from: "errored", exitStatus: "1" },
    "Errored again",
    "reported another error",
    "It reported another error on 2026-03-10 03:10 UTC, with exit status 1.",
  ],
  [
    { kind: "errored", from: "failed", exitStatus: "1" },
    "Errored",
    "reported an error",
    "After being missing, it reported an error on 2026-03-10 03:10 UTC, with exit status 1.",
  ],
  [
    { kind: "errored", cause: "error", exitStatus: "3", run: RUN },
    "Errored",
    "reported an error",
    "It reported an error on 2026-03-10 03:10 UTC, with exit status 3.",
  ],
  [
    { kind: "errored", cause: "too_short", run: { ...RUN, duration_ms: 2_000 } },
    "Errored",
    "reported an error",
    "Its run “backup-7” finished on 2026-03-10 03:10 UTC after only 2 s, which is less than its shortest runtime. It usually takes 4 min 12 s.",
  ],
  [
    { kind: "errored", cause: "check", run: { ...RUN, failed_check: "metric.rows > 0" } },
    "Errored",
    "reported an error",
    "Its run “backup-7” finished on 2026-03-10 03:10 UTC, but did not pass the check “metric.rows > 0”.",
  ],
  [
    {
      kind: "errored",
      cause: "check",
      run: {
        ...RUN,
        failed_check: "metric.file_bytes > 50% of usual",
        compared: { value: 0, usual: 4_200_000_000 },
      },
    },
    "Errored",
    "reported an error",
    "Its run “backup-7” finished on 2026-03-10 03:10 UTC, but did not pass the check “metric.file_bytes > 50% of usual”: file_bytes was 0; usually about 4.2 GB.",
  ],
  [
    { kind: "errored", exitStatus: "1", reportedLate: reported },
    "Errored",
    "reported an error",
    "It reported an error on 2026-03-10 03:10 UTC, with exit status 1. It ran on 2026-03-10 01:00 UTC. Its report came on 2026-03-10 03:10 UTC.",
  ],
  [
    { kind: "reporting", from: "failed", since: tuesday, at: thursday },
    "Recovered",
    "has recovered",
    "It checked in on 2026-03-12 03:10 UTC, after being missing for 2 days.",
  ],
  [
    { kind: "reporting", from: "errored", since: "2026-03-09T00:00:00.000Z" },
    "Recovered",
    "has recovered",
    "It checked in on 2026-03-10 03:10 UTC, this time without an error.",
  ],
  [
    { kind: "reporting", from: "paused" },
    "Recovered",
    "is reporting",
    "It checked in on 2026-03-10 03:10 UTC, which ended its pause.",
  ],
  [
    { kind: "reporting", from: "pending" },
    "First check-in",
    "is reporting",
    "It checked in on 2026-03-10 03:10 UTC.",
  ],
  [
    { kind: "reporting", ...down, reportedLate: reported },
    "Recovered",
    "has recovered",
    "It ran on 2026-03-10 01:00 UTC. Its report came on 2026-03-10 03:10 UTC.",
  ],
  [
    longDown,
    "Paused",
    "was paused",
    "It has been missing for two years, so it was paused on 2026-03-10 03:10 UTC. While it is paused, no alerts are sent.",
  ],
  [{ ...longDown, since: "2024-03-10T03:10:00.001Z" }, "Paused", "was paused", ""],
])("an alert with %j is worded once", (changes, ...expected) => {
  expect(read(changes)).toEqual(expected);
});

test.each([
  ["threshold", "It has now failed often or long enough to send an alert."],
  ["snooze", "It was snoozed until now."],
  ["maintenance", "Maintenance has ended, but it has not recovered."],
  ["parent", "What it depends on has recovered, but it has not."],
] as const)("an alert that waited for %s says so", (heldBy, sentence) => {
  expect(buildLead(aNotification({ heldBy }))).toBe(
    `It was due by 2026-03-10 03:10 UTC and has not checked in. ${sentence}`,
  );
});

test("times are those of a zone", () => {
  const late = aNotification({ kind: "reporting", from: "failed", reportedLate: reported });
  expect(buildLead(late, timesIn("Asia/Kathmandu"))).toBe(
    "It ran on Tue 10 Mar 2026, 06:45 (Asia/Kathmandu). Its report came on Tue 10 Mar 2026, 08:55.",
  );
});

test("a message that isn’t about an alert says who acted, or what to do", () => {
  const acknowledged = {
    ...aNotification({}),
    event: "acknowledged",
    acknowledgedBy: "ann@example.com",
  } as const;
  expect(buildTitle(acknowledged)).toBe("Nightly backup was acknowledged");
  expect(buildLead(acknowledged)).toBe("ann@example.com is handling it.");
  expect(buildLead({ ...acknowledged, acknowledgedBy: null })).toBe("Someone is handling it.");
  const removed = { ...acknowledged, event: "removed", alert: null } as const;
  expect([buildTitle(removed), buildLead(removed)]).toEqual(["Nightly backup was deleted", ""]);
});

test("texts of jobs stay on their line", () => {
  const hostile = "a\r\nBcc: x@example.com\u202e";
  for (const changes of [
    { cause: "overran", run: { ...RUN, rid: hostile } },
    { kind: "errored", cause: "check", run: { ...RUN, failed_check: hostile } },
    { kind: "errored", exitStatus: hostile.repeat(10) },
  ] as const)
    expect(buildLead(aNotification(changes))).not.toMatch(/[\r\n\u202e]/);
});
