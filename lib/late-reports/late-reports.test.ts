import { beforeEach, expect, test } from "vitest";
import { WHOLE_CASE } from "@/lib/cases/key-scope";
import { formatLine, parseLines } from "@/lib/check-ins/journal/line";
import { record } from "@/lib/check-ins/record";
import { renderEmails } from "@/lib/emails/render";
import { listBars } from "@/lib/history/list-history";
import { listTimeline } from "@/lib/history/timeline";
import { findIncidentFigures } from "@/lib/maintenance/incident-figures";
import { pauseSnitch } from "@/lib/monitoring/pause";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { updateSnitch } from "@/lib/monitoring/update";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/new-id";
import { listRuns } from "@/lib/runs/list";
import { presentRun } from "@/lib/runs/present";
import { listReceivedAt } from "@/lib/runs/received";
import { listStoredCheckIns } from "@/testing/check-in-http";
import { NEVER_LOST_MS } from "@/testing/connection";
import { ACTOR, aCase, aMember, aSnitch, PLAIN_CHECK_IN } from "@/testing/factories";
import { requestProtocol } from "@/testing/protocol-request";
import { applyLateReports } from "./apply";

const tuesday = new Date("2026-03-10T00:00Z");
const at = (time: string, date = "2026-03-10") => new Date(`${date}T${time}Z`);
const secondsBetween = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 1_000;

type Job = { id: string; token: string; caseId: string };

async function aJob(given: Parameters<typeof aSnitch>[0] = {}): Promise<Job> {
  const { id: caseId } = await aCase({ plan: "unlimited" });
  await aMember({ caseId });
  return aSnitch({ caseId, interval: "hourly", createdAt: tuesday, ...given });
}

/** Sends a check-in that happened then, at a later time. */
const send = ({ token }: Job, happened: Date, received: Date, query = "") =>
  requestProtocol(`/${token}?age=${secondsBetween(happened, received)}${query}`, { at: received });

const checkIn = ({ token }: Job, happened: Date, query = "") =>
  requestProtocol(`/${token}?${query}`, { at: happened });

const settle = (now: Date) => applyLateReports(now, NEVER_LOST_MS);
const sweep = (now: Date) => sweepDeadlines(now, NEVER_LOST_MS);
const stateOf = (job: Job) => db.snitch.findUniqueOrThrow({ where: { id: job.id } });
const alertsOf = ({ id }: Job) =>
  db.alert.findMany({
    where: { snitchId: id },
    select: { kind: true, at: true, isNotified: true, disprovedAt: true, facts: true },
    orderBy: { at: "asc" },
  });
const incidentsOf = ({ id }: Job) =>
  db.incident.findMany({ where: { snitchId: id }, orderBy: { openedAt: "asc" } });

beforeEach(async () => {
  await db.case.deleteMany();
});

/** A job that checked in at 02:10 and is missing since 04:00. */
async function aMissingJob() {
  const job = await aJob();
  await checkIn(job, at("01:10"));
  await checkIn(job, at("02:10"));
  await sweep(at("04:01:05"));
  expect(await stateOf(job)).toMatchObject({ status: "failed", deadline: at("05:00") });
  return job;
}

test("a late report that disproves a miss ends its incident with one message, and the alert that was sent stays", async () => {
  const job = await aMissingJob();

  expect(await send(job, at("03:00"), at("04:12"))).toMatchObject({ status: 202, body: "Got it, thanks!\n" });
  await settle(at("04:12:01"));

  expect(await stateOf(job)).toMatchObject({
    status: "healthy",
    deadline: at("05:00"),
    checkedInAt: at("03:00"),
    missingSince: null,
    deferredSince: null,
    lateSince: null,
    appliedUntil: null,
  });
  const reportedLate = { at: "2026-03-10T03:00:00.000Z", receivedAt: "2026-03-10T04:12:00.000Z" };
  expect(await alertsOf(job)).toMatchObject([
    { kind: "reporting", disprovedAt: null },
    { kind: "missing", at: at("04:00"), isNotified: true, disprovedAt: at("04:12"), facts: { reportedLate } },
    { kind: "reporting", at: at("04:12"), isNotified: true, disprovedAt: null, facts: { reportedLate } },
  ]);
  expect(await incidentsOf(job)).toMatchObject([
    { closedAt: at("04:12"), closedBy: "reported", disprovedAt: at("04:12") },
  ]);
  expect(await db.email.count({ where: { alert: { snitchId: job.id } } })).toBe(2);
  expect(await listStoredCheckIns(job.id)).toMatchObject([
    { at: at("01:10"), receivedAt: null },
    { at: at("02:10"), receivedAt: null },
    { at: at("03:00"), receivedAt: at("04:12") },
  ]);
  // Nothing more follows.
  await settle(at("04:13"));
  await sweep(at("04:13"));
  expect(await alertsOf(job)).toHaveLength(3);
});

test("the notification says when it ran and when its report came", async () => {
  const job = await aMissingJob();
  await send(job, at("03:00"), at("04:12"));
  await settle(at("04:12:01"));

  const [email] = await renderEmails(await listEmailIds(job, "reporting"));
  expect(email?.text).toContain(
    "It ran on Tue 10 Mar 2026, 03:00 UTC. Its report came on Tue 10 Mar 2026, 04:12.\n",
  );
});

async function listEmailIds(job: Job, kind: "reporting" | "errored") {
  const emails = await db.email.findMany({
    where: { alert: { snitchId: job.id, kind } },
    select: { id: true },
  });
  return emails.map(({ id }) => id);
}

test.each([["age=-1"], ["age=604800.1"], ["age=soon"], ["age="], ["age=1e3"], ["age=NaN"], ["age=0x10"]])(
  "%s is refused with 400 and the way out, and nothing is recorded",
  async (query) => {
    const job = await aJob();
    const response = await requestProtocol(`/${job.token}?${query}`, { at: at("03:00") });
    expect(response).toMatchObject({
      status: 400,
      body: expect.stringContaining("from 0 to 604800 (7 days)"),
    });
    expect(await listStoredCheckIns(job.id)).toEqual([]);
    expect(await stateOf(job)).toMatchObject({ status: "pending", checkInCount: 0 });
  },
);

test("the age may be decimal, in a form, in JSON, or in the header of a request of any protocol", async () => {
  const job = await aJob();
  const now = at("03:00");
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const json = { "content-type": "application/json" };
  await requestProtocol(`/${job.token}?age=0.5`, { at: now });
  await requestProtocol(`/${job.token}`, { at: now, method: "POST", headers: form, body: "s=0&age=60" });
  await requestProtocol(`/${job.token}`, {
    at: now,
    method: "POST",
    headers: json,
    body: '{"m":"done","age":120}',
  });
  await requestProtocol(`/${job.token}`, { at: now, headers: { "x-tattle-age": "180" } });
  await requestProtocol(`/api/v1/heartbeat/${job.token}`, { at: now, headers: { "x-tattle-age": "240" } });
  // A program's own JSON may have an age of its own.
  await requestProtocol(`/${job.token}`, {
    at: now,
    method: "POST",
    headers: json,
    body: '{"name":"Ada","age":36}',
  });
  await requestProtocol(`/${job.token}?age=0`, { at: now });

  const stored = await listStoredCheckIns(job.id);
  expect(stored.map(({ at, receivedAt }) => [secondsBetween(at, now), receivedAt])).toEqual([
    [0.5, now],
    [60, now],
    [120, now],
    [180, now],
    [240, now],
    [0, null],
    [0, null],
  ]);
});

test("a wrong age in the header gets a response in the words of each protocol", async () => {
  const job = await aJob();
  const headers = { "x-tattle-age": "yesterday" };
  expect(await requestProtocol(`/api/push/${job.token}`, { headers })).toMatchObject({
    status: 400,
    body: expect.stringMatching(/^\{"ok":false,"msg":"The age must be/),
  });
  expect(await requestProtocol(`/v1/check_in/${job.token}`, { headers })).toMatchObject({
    status: 400,
    body: expect.stringMatching(/^\{"error":"The age must be/),
  });
  expect(await listStoredCheckIns(job.id)).toEqual([]);
});

test("an error reported late is notified with its own time, once", async () => {
  const job = await aJob();
  await checkIn(job, at("01:10"));
  await send(job, at("02:30"), at("02:50"), "&s=3&m=disk+full");
  await settle(at("02:50:01"));

  expect(await stateOf(job)).toMatchObject({ status: "errored", erroredAt: at("02:30") });
  expect(await alertsOf(job)).toMatchObject([
    { kind: "reporting" },
    { kind: "errored", at: at("02:30"), isNotified: true },
  ]);
  expect(await listEmailIds(job, "errored")).toHaveLength(1);
});

test("an error reported late after a later miss joins its incident, with its own time", async () => {
  const job = await aMissingJob();
  await send(job, at("02:40"), at("04:12"), "&s=3");
  await settle(at("04:12:01"));

  expect(await stateOf(job)).toMatchObject({ status: "failed" });
  expect(await alertsOf(job)).toMatchObject([
    { kind: "reporting" },
    {
      kind: "errored",
      at: at("02:40"),
      isNotified: true,
      facts: { reportedLate: { receivedAt: at("04:12").toISOString() } },
    },
    { kind: "missing", at: at("04:00"), disprovedAt: null },
  ]);
  expect(await incidentsOf(job)).toMatchObject([{ closedAt: null, badCount: 2 }]);
});

test("an error that a later success has taken back is only in the history", async () => {
  const job = await aJob();
  await checkIn(job, at("01:10"));
  await checkIn(job, at("02:30"));
  await checkIn(job, at("03:10"));
  await send(job, at("02:10"), at("03:20"), "&s=3");
  await settle(at("03:20:01"));

  expect(await stateOf(job)).toMatchObject({
    status: "healthy",
    deadline: at("05:00"),
    checkedInAt: at("03:10"),
  });
  expect((await alertsOf(job)).map(({ kind }) => kind)).toEqual(["reporting"]);
  expect(await listStoredCheckIns(job.id)).toHaveLength(4);
});

test("a miss that no one was notified of yet ends silently", async () => {
  const job = await aJob({ alertAfter: 2 });
  await checkIn(job, at("02:10"));
  await sweep(at("04:01:05"));
  await send(job, at("03:00"), at("04:12"));
  await settle(at("04:12:01"));
  await sweep(at("04:13"));

  expect(await stateOf(job)).toMatchObject({ status: "healthy" });
  expect(await db.email.count({ where: { alert: { snitchId: job.id } } })).toBe(0);
  expect(await incidentsOf(job)).toMatchObject([{ closedAt: at("04:12"), notifiedAt: null }]);
});

test("an incident that waits for more good results ends at once when its miss is disproved", async () => {
  const job = await aJob({ recoverAfter: 3 });
  await checkIn(job, at("02:10"));
  await sweep(at("04:01:05"));
  await send(job, at("03:00"), at("04:12"));
  await settle(at("04:12:01"));
  expect(await incidentsOf(job)).toMatchObject([{ closedAt: at("04:12") }]);
  expect(await stateOf(job)).toMatchObject({ status: "healthy", recovering: false });
});

test("a late report that disproves one miss of two leaves the incident open, without a message", async () => {
  const job = await aMissingJob();
  await sweep(at("05:01:05"));
  await send(job, at("03:00"), at("05:12"));
  await settle(at("05:12:01"));

  expect(await stateOf(job)).toMatchObject({
    status: "failed",
    missingSince: at("05:00"),
    deadline: at("06:00"),
  });
  expect(await alertsOf(job)).toMatchObject([
    { kind: "reporting" },
    { kind: "missing", at: at("04:00"), disprovedAt: at("05:12") },
    { kind: "missing", at: at("05:00"), disprovedAt: null },
  ]);
  expect(await incidentsOf(job)).toMatchObject([{ closedAt: null, badCount: 1 }]);
});

test("a late report neither wakes a paused snitch nor moves a deadline backwards", async () => {
  const job = await aJob();
  await checkIn(job, at("01:10"));
  await pauseSnitch(job.caseId, job.token, { until: "healthy", endsAt: null }, at("02:00"), ACTOR);
  await send(job, at("01:50"), at("02:30"));
  await send(job, at("02:20"), at("02:30"));
  await settle(at("02:30:01"));
  expect(await stateOf(job)).toMatchObject({ status: "paused", deadline: null, pauseUntil: "healthy" });

  const paused = await aJob();
  await checkIn(paused, at("01:10"));
  await pauseSnitch(paused.caseId, paused.token, { until: "healthy", endsAt: null }, at("02:00"), ACTOR);
  await send(paused, at("02:20"), at("02:30"));
  await settle(at("02:30:01"));
  expect(await stateOf(paused)).toMatchObject({
    status: "paused",
    checkedInAt: at("02:20"),
    deferredSince: null,
  });
  // A report that is only a moment old isn't late.
  await send(paused, at("02:31"), at("02:31:02"));
  expect(await stateOf(paused)).toMatchObject({ status: "healthy" });

  const other = await aJob({ interval: "daily", schedule: "every 6 hours", timezone: "UTC" });
  await checkIn(other, at("01:00"));
  await checkIn(other, at("07:00"));
  const { deadline } = await stateOf(other);
  await send(other, at("03:00"), at("07:10"));
  await settle(at("07:10:01"));
  expect((await stateOf(other)).deadline).toEqual(deadline);
});

test("a first report that comes late makes no one hear of the time before it", async () => {
  const job = await aJob({ createdAt: at("09:00") });
  await send(job, at("03:10"), at("09:12"));
  await send(job, at("02:10"), at("09:12:02"), "&s=1");
  await send(job, at("04:10"), at("09:12:03"));
  await settle(at("09:12:04"));
  await sweep(at("09:14"));

  expect(await stateOf(job)).toMatchObject({
    status: "healthy",
    deadline: at("11:00"),
    checkedInAt: at("04:10"),
  });
  expect((await alertsOf(job)).map(({ kind }) => kind)).toEqual(["reporting"]);
});

test("the same rid again is harmless, although its first copy came in time", async () => {
  const job = await aJob();
  await checkIn(job, at("02:10"), "rid=nightly-1&s=0");
  const [first] = await listStoredCheckIns(job.id);
  expect(await send(job, at("02:09:58"), at("02:40"), "&rid=nightly-1&s=0")).toMatchObject({ status: 202 });
  await settle(at("02:40:01"));
  expect(await listStoredCheckIns(job.id)).toEqual([first]);
});

test("a start and a finish that come late are one run, and no one hears that it took too long", async () => {
  const job = await aJob({ maxRuntime: 600 });
  await checkIn(job, at("01:10"));
  const start = { at: at("05:30") };
  await requestProtocol(`/${job.token}/start?rid=a&age=${secondsBetween(at("02:00"), start.at)}`, start);
  await settle(at("05:30:01"));
  await sweep(at("05:30:05"));
  await requestProtocol(`/${job.token}?rid=a&age=${secondsBetween(at("02:04"), at("05:31"))}`, {
    at: at("05:31"),
  });
  await settle(at("05:31:01"));

  expect(await db.run.findMany({ where: { snitchId: job.id } })).toMatchObject([
    { rid: "a", outcome: "succeeded", startedAt: at("02:00"), endedAt: at("02:04"), durationMs: 240_000 },
  ]);
  const runs = await listRuns(job.id, 10, null);
  const receivedAt = await listReceivedAt(runs.map((run) => ({ snitchId: job.id, run })));
  expect(runs.map((run) => presentRun(run, receivedAt.get(run.id)).received_at)).toEqual([
    "2026-03-10T05:31:00.000Z",
  ]);
  // The next one is missing.
  expect((await alertsOf(job)).map(({ kind, at }) => [kind, at])).toEqual([
    ["reporting", at("01:10")],
    ["missing", at("04:00")],
  ]);
});

test("the rate limit counts by the time at which it happened", async () => {
  const job = await aJob({ interval: "1_minute" });
  const received = at("09:00");
  const sendAll = (times: Date[]) =>
    times.map((time) => send(job, time, received).then(({ status }) => status));
  const minutes = Array.from({ length: 90 }, (_, i) => new Date(at("01:00").getTime() + i * 60_000));
  expect(new Set(await Promise.all(sendAll(minutes)))).toEqual(new Set([202]));
  // The hour has its ten and one for each minute.
  expect(await send(job, at("01:30:30"), received)).toMatchObject({
    status: 409,
    body: expect.stringContaining("repeating it won't help"),
  });
  expect(await checkIn(job, at("09:00:10"))).toMatchObject({
    status: 202,
    headers: { "X-RateLimit-Remaining": "9" },
  });
});

test("a case can refuse late reports, and takes those of the last minute all the same", async () => {
  const job = await aJob();
  await db.case.update({ where: { id: job.caseId }, data: { acceptsLateReports: false } });
  expect(await send(job, at("03:00"), at("03:05"))).toMatchObject({
    status: 403,
    body: expect.stringContaining("doesn't accept late reports"),
  });
  expect(await listStoredCheckIns(job.id)).toEqual([]);
  expect(await send(job, at("03:05"), at("03:05:59"))).toMatchObject({ status: 202 });
  expect(await stateOf(job)).toMatchObject({ status: "healthy", checkedInAt: at("03:05") });
});

test("a report that comes while late ones wait to be applied is applied after them, with its own alert", async () => {
  const job = await aMissingJob();
  await send(job, at("03:00"), at("04:12"));
  await checkIn(job, at("04:12:30"), "s=7");
  await sweep(at("04:13"));
  expect(await stateOf(job)).toMatchObject({ status: "failed" });
  await settle(at("04:13:01"));

  expect(await stateOf(job)).toMatchObject({ status: "errored", deferredSince: null });
  expect((await alertsOf(job)).map(({ kind, at }) => [kind, at])).toEqual([
    ["reporting", at("01:10")],
    ["missing", at("04:00")],
    ["reporting", at("04:12")],
    ["errored", at("04:12:30")],
  ]);
});

test("a deadline that passes while late reports wait is alerted", async () => {
  const job = await aJob();
  await checkIn(job, at("01:10"));
  await checkIn(job, at("02:10"));
  await send(job, at("01:40"), at("03:59:59"));
  await settle(at("04:05"));
  await sweep(at("04:05:01"));
  expect(await stateOf(job)).toMatchObject({ status: "failed" });
  expect((await alertsOf(job)).at(-1)).toMatchObject({ kind: "missing", at: at("04:00"), isNotified: true });
});

test("the age needs no clock: a machine whose clock is wrong by hours reports the right time", async () => {
  const job = await aMissingJob();
  // By its clock it is five hours earlier. The job ended 4,320 seconds ago by any clock.
  const headers = { date: new Date("2026-03-09T23:12Z").toUTCString(), "x-tattle-age": "4320" };
  await requestProtocol(`/${job.token}`, { at: at("04:12"), headers });
  await settle(at("04:12:01"));
  expect(await stateOf(job)).toMatchObject({ status: "healthy", checkedInAt: at("03:00") });
});

test("a late report of another month is kept in its own, and counts", async () => {
  const job = await aJob({ interval: "daily", createdAt: at("00:00", "2026-02-01") });
  await checkIn(job, at("01:00", "2026-02-26"));
  await sweep(at("00:01:05", "2026-02-28"));
  await sweep(at("00:01:05", "2026-03-01"));
  await send(job, at("01:00", "2026-02-27"), at("09:00", "2026-03-01"));
  await send(job, at("01:00", "2026-02-28"), at("09:00:02", "2026-03-01"));
  await settle(at("09:00:03", "2026-03-01"));
  expect(await stateOf(job)).toMatchObject({ status: "healthy", checkedInAt: at("01:00", "2026-02-28") });
  expect((await alertsOf(job)).filter(({ kind, disprovedAt }) => kind === "missing" && !disprovedAt)).toEqual(
    [],
  );
});

test("reports of a whole spool in any order are applied at once, and end the incident with one message", async () => {
  const job = await aMissingJob();
  for (const time of ["05:01:05", "06:01:05", "07:01:05"]) await sweep(at(time));
  for (const time of ["05:20", "03:20", "06:20", "04:20"]) await send(job, at(time), at("07:12"));
  await settle(at("07:12:01"));
  expect(await stateOf(job)).toMatchObject({
    status: "healthy",
    checkedInAt: at("06:20"),
    deadline: at("08:00"),
  });
  const alerts = await alertsOf(job);
  expect(alerts.filter(({ kind, disprovedAt }) => kind === "missing" && disprovedAt)).toHaveLength(4);
  expect(alerts.at(-1)).toMatchObject({
    kind: "reporting",
    at: at("07:12"),
    facts: { reportedLate: { at: at("06:20").toISOString() } },
  });
  expect(await listEmailIds(job, "reporting")).toHaveLength(1);
});

test("what a late report disproves is in no figure, and its period is kept", async () => {
  const job = await aMissingJob();
  await send(job, at("03:00"), at("04:12"));
  await settle(at("04:12:01"));

  const snitch = await stateOf(job);
  const bars = await listBars({ ...snitch, interval: "hourly" }, "periods", at("04:12:02"));
  expect(bars.slice(-4).map(({ outcome, isReportedLate }) => [outcome, isReportedLate])).toEqual([
    ["healthy", undefined],
    ["healthy", undefined],
    ["healthy", true],
    ["open", undefined],
  ]);
  const { entries } = await listTimeline(job.id, "all", 20);
  expect(entries.map((entry) => [entry.kind, "lateAt" in entry || "isDisproved" in entry])).toEqual(
    expect.arrayContaining([
      ["check_in", true],
      ["alert", true],
    ]),
  );
  expect(await findIncidentFigures(snitch, at("00:00"), at("05:00"))).toEqual({
    count: 0,
    isOneOpen: false,
    openMs: 0,
    maintenanceMs: 0,
  });
});

test("late reports of a job that others wait for release them", async () => {
  const job = await aMissingJob();
  const child = await aSnitch({ caseId: job.caseId, interval: "hourly", createdAt: tuesday });
  await db.dependency.create({ data: { snitchId: child.id, parentId: job.id } });
  await checkIn(child, at("02:15"));
  await sweep(at("04:02"));
  expect(await incidentsOf(child)).toMatchObject([{ notifiedAt: null, hold: "parent" }]);
  await send(job, at("03:00"), at("04:12"));
  await send(child, at("03:15"), at("04:12"));
  await settle(at("04:12:01"));
  await sweep(at("04:13"));
  expect(await incidentsOf(child)).toMatchObject([{ notifiedAt: null, closedAt: at("04:12") }]);
  expect(await listEmailIds(child, "reporting")).toEqual([]);
});

test("of a late report during maintenance only the history is notified", async () => {
  const job = await aJob();
  await db.maintenance.create({
    data: { caseId: job.caseId, name: "Move", coversAll: true, startsAt: at("02:30"), endsAt: at("05:30") },
  });
  await checkIn(job, at("02:10"));
  await sweep(at("04:01:05"));
  await send(job, at("03:00"), at("04:12"));
  await settle(at("04:12:01"));
  await sweep(at("05:29"));
  expect(await stateOf(job)).toMatchObject({ checkedInAt: at("03:00") });
  const emailed = () =>
    db.email.findMany({ where: { alert: { snitchId: job.id } }, select: { alert: true } });
  expect(await emailed()).toEqual([]);

  // The next miss, which no report disproves, is sent when the maintenance ends.
  await sweep(at("05:31"));
  expect(await emailed()).toMatchObject([{ alert: { kind: "missing", at: at("05:00"), disprovedAt: null } }]);
});

test("a late report from before another schedule counts by the schedule of its time", async () => {
  const job = await aMissingJob();
  await updateSnitch(job.caseId, job.token, { interval: "2_hour" }, at("04:05"), ACTOR, WHOLE_CASE);
  const { deadline } = await stateOf(job);
  await send(job, at("03:00"), at("04:12"));
  await settle(at("04:12:01"));
  expect(await stateOf(job)).toMatchObject({ status: "healthy", interval: "2_hour", deadline });
});

test("a history of which too little is known is not guessed: its late reports are applied as they came", async () => {
  // Restored from elsewhere: it is missing, and nothing in its history says why.
  const job = await aJob({
    status: "failed",
    missingSince: at("04:00"),
    deadline: at("05:00"),
    checkedInAt: at("02:10"),
  });
  await db.incident.create({
    data: {
      caseId: job.caseId,
      snitchId: job.id,
      cause: "missed",
      severity: "critical",
      openedAt: at("04:00"),
      badCount: 1,
    },
  });
  await db.alert.create({
    data: {
      caseId: job.caseId,
      snitchId: job.id,
      kind: "missing",
      from: "healthy",
      to: "failed",
      at: at("04:00"),
    },
  });
  await send(job, at("03:00"), at("04:12"));
  await settle(at("04:12:01"));
  expect(await stateOf(job)).toMatchObject({ status: "healthy", lateSince: null, deferredSince: null });
});

test("a late report that waited in a journal keeps both times, counts for when it happened, and is recorded once", async () => {
  const job = await aMissingJob();
  const line = formatLine({
    ...PLAIN_CHECK_IN,
    id: newId(),
    token: job.token,
    at: at("03:00"),
    receivedAt: at("04:12"),
    exitStatus: "0",
  });
  // Its process died after the commit, and the next one replays the journal again.
  for (let replays = 0; replays < 2; replays += 1) {
    await record(parseLines(line).checkIns, { replayed: true });
    await settle(at("04:30"));
  }
  expect(await stateOf(job)).toMatchObject({ status: "healthy", checkedInAt: at("03:00") });
  expect((await listStoredCheckIns(job.id)).filter(({ receivedAt }) => receivedAt)).toMatchObject([
    { at: at("03:00"), receivedAt: at("04:12") },
  ]);
  expect((await alertsOf(job)).at(-1)).toMatchObject({
    kind: "reporting",
    at: at("04:12"),
    isNotified: true,
  });
});
