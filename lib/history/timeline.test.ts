import { expect, test } from "vitest";
import { recordCheckIn } from "@/lib/check-ins/batcher";
import { sendEmails } from "@/lib/emails/send";
import { acknowledgeIncident } from "@/lib/incidents/acknowledge";
import { pauseSnitch, unpauseSnitch } from "@/lib/monitoring/pause";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { db } from "@/lib/platform/db";
import { NEVER_LOST_MS } from "@/testing/connection";
import { ACTOR, aMember, aSnitch, PLAIN_CHECK_IN } from "@/testing/factories";
import { listTimeline } from "./timeline";
import { formatCursor } from "./timeline-cursor";
import type { Entry, TimelineFilter } from "./timeline-entries";

const at = (time: string) => new Date(`2026-03-${time}Z`);

const formatLabel = (entry: Entry) => {
  if (entry.kind === "check_in") return entry.isHealthy ? "checked in" : "error";
  return entry.kind === "alert" ? entry.alert : entry.kind;
};

/** A snitch that was pending, healthy, errored, missing, healthy, paused and unpaused, and about which a reminder was sent. */
async function aSnitchWithHistory() {
  const snitch = await aSnitch({ createdAt: at("01T00:00") });
  await aMember({ caseId: snitch.caseId });
  const checkIn = (time: string, exitStatus = "0") =>
    recordCheckIn({ ...PLAIN_CHECK_IN, token: snitch.token, at: at(time), exitStatus });
  await db.email.create({
    data: {
      kind: "pending_reminder",
      address: "ada@example.com",
      snitchId: snitch.id,
      caseId: snitch.caseId,
      createdAt: at("02T00:00"),
      sentAt: at("02T00:01"),
    },
  });
  await checkIn("03T10:00");
  await checkIn("04T10:00", "1");
  await sweepDeadlines(at("06T00:02"), NEVER_LOST_MS);
  await checkIn("06T10:00");
  await pauseSnitch(snitch.caseId, snitch.token, { until: "unpaused", endsAt: null }, at("06T11:00"), ACTOR);
  await unpauseSnitch(snitch.caseId, snitch.token, at("06T12:00"), ACTOR);
  return snitch;
}

const SHOWN: [TimelineFilter, string[]][] = [
  [
    "all",
    [
      "unpaused",
      "paused",
      "reporting",
      "checked in",
      "missing",
      "errored",
      "error",
      "reporting",
      "checked in",
      "reminder",
    ],
  ],
  ["check_ins", ["checked in", "error", "checked in"]],
  ["errors", ["error"]],
  ["changes", ["unpaused", "paused", "reporting", "missing", "errored", "reporting"]],
  ["notifications", ["reporting", "missing", "errored", "reminder"]],
];

test("a timeline knows why no one was alerted: maintenance, someone who took it, a pause", async () => {
  const snitch = await aSnitch({ interval: "hourly", status: "healthy", deadline: at("03T10:00") });
  const { id, caseId, token } = snitch;
  await aMember({ caseId });
  const window = { startsAt: at("03T09:30"), endsAt: at("03T11:30") };
  await db.maintenance.create({ data: { caseId, name: "Upgrade", coversAll: true, ...window } });
  for (const time of ["03T10:02", "03T11:02", "03T11:30"]) await sweepDeadlines(at(time), NEVER_LOST_MS);
  const incident = await db.incident.findFirstOrThrow({ where: { snitchId: id } });
  await acknowledgeIncident(caseId, incident.id, at("03T11:40"), ACTOR);
  await sweepDeadlines(at("03T12:02"), NEVER_LOST_MS);
  await pauseSnitch(caseId, token, { until: "unpaused", endsAt: null }, at("03T12:10"), ACTOR);
  const report = { ...PLAIN_CHECK_IN, token };
  await recordCheckIn({ ...report, at: at("03T12:20"), exitStatus: "1" });
  await unpauseSnitch(caseId, token, at("03T12:30"), ACTOR);
  await recordCheckIn({ ...report, at: at("03T12:40"), exitStatus: "1" });

  const { entries } = await listTimeline(id, "all", 20);
  const alerts = entries.flatMap((entry) =>
    entry.kind === "alert" && entry.alert === "missing" ? entry : [],
  );
  expect(
    alerts.map(({ isNotified, hold, whyNotNotified }) => [isNotified, hold, whyNotNotified?.reason]),
  ).toEqual([
    [false, null, "acknowledged"],
    [true, "maintenance", undefined],
    [false, "maintenance", "maintenance"],
  ]);
  const errors = entries.flatMap((entry) => (entry.kind === "check_in" ? entry.wasPaused : []));
  expect(errors).toEqual([false, true]);
});

test.each(SHOWN)(
  "a timeline with the filter “%s” is complete and newest first, on one page or on several",
  async (show, expected) => {
    const { id } = await aSnitchWithHistory();

    expect((await listTimeline(id, show, 50)).entries.map(formatLabel)).toEqual(expected);
    const paged: Entry[] = [];
    let next: string | null = "";
    while (next !== null) {
      const page = await listTimeline(id, show, 2, { after: next });
      paged.push(...page.entries);
      next = page.next;
    }
    expect(paged.map(formatLabel)).toEqual(expected);
  },
);

test("notifications are listed except with the filter “changes”", async () => {
  const { id } = await aSnitchWithHistory();
  const notificationsIn = async (show: TimelineFilter) =>
    (await listTimeline(id, show, 50)).entries.flatMap((entry) =>
      "notifications" in entry ? entry.notifications : [],
    );

  expect(await notificationsIn("changes")).toEqual([]);
  expect((await notificationsIn("notifications")).map(({ how, outcome }) => `${how} ${outcome}`)).toEqual([
    "mail pending",
    "mail pending",
    "mail pending",
    "mail sent",
  ]);
});

test("every entry has a permanent link: the page that starts with it", async () => {
  const { id } = await aSnitchWithHistory();
  const { entries } = await listTimeline(id, "all", 50);

  for (const [i, entry] of entries.entries()) {
    const page = await listTimeline(id, "all", 50, { with: formatCursor(entry) });
    expect(page.entries).toEqual(entries.slice(i));
  }
});

test.each(["nonsense", "9_9_9", "99999999999999999_1_01a1fb83-af36-7345-9db8-85689f84cc20"])(
  "a malformed cursor (%s) gives the first page",
  async (cursor) => {
    const { id } = await aSnitchWithHistory();

    expect((await listTimeline(id, "all", 50, { after: cursor })).entries).toHaveLength(10);
  },
);

test("a captured alert or reminder is never called sent", async () => {
  const { id, caseId } = await aSnitchWithHistory();
  const emails = await db.email.findMany({ where: { caseId } });
  await sendEmails(emails.map((email) => email.id));
  await db.attempt.create({
    data: {
      emailId: emails.find(({ kind }) => kind === "pending_reminder")?.id,
      at: at("02T00:01"),
      outcome: "accepted",
      response: "captured",
      latencyMs: 1,
    },
  });

  const { entries } = await listTimeline(id, "notifications", 50);
  const notifications = entries.flatMap((entry) => ("notifications" in entry ? entry.notifications : []));
  expect(notifications.map(({ outcome, capture }) => `${outcome}: ${capture}`)).toEqual(
    Array.from({ length: 4 }, () => "captured: kept in the outbox, not sent: no mail server is set up"),
  );
});
