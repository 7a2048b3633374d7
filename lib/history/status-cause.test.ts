import { expect, test } from "vitest";
import { addChannel } from "@/lib/channels/add";
import { recordCheckIn } from "@/lib/check-ins/batcher";
import { pauseSnitch } from "@/lib/monitoring/pause";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { db } from "@/lib/platform/db";
import { ALL_ALERTS } from "@/lib/rules/notifications/route";
import { NO_FACTS } from "@/lib/rules/runs/run";
import { NEVER_LOST_MS } from "@/testing/connection";
import { ACTOR, aMember, aSnitch, aWebhook, PLAIN_CHECK_IN } from "@/testing/factories";
import { findErrorCause, findStatusCause } from "./status-cause";

const at = (time: string) => new Date(`2026-03-${time}Z`);

const report = (token: string, time: string, exitStatus = "0", message = "") =>
  recordCheckIn({ ...PLAIN_CHECK_IN, token, at: at(time), exitStatus, message });

/** A snitch that checked in on a Tuesday, with one member and one webhook. */
async function aHealthySnitch() {
  const snitch = await aSnitch({ createdAt: at("01T00:00") });
  const { email } = await aMember({ caseId: snitch.caseId, email: `${snitch.token}@example.com` });
  await aWebhook({ caseId: snitch.caseId, url: "https://hooks.acme.test/in" });
  await report(snitch.token, "03T10:00", "0", "42 rows");
  return { snitch, email };
}

const findCause = async (id: string) => findStatusCause(await db.snitch.findUniqueOrThrow({ where: { id } }));
const listMessages = ({ notifications }: Awaited<ReturnType<typeof findStatusCause>>) =>
  notifications.map(({ how, to, outcome }) => `${how} ${to}: ${outcome}`).sort();

test("a healthy snitch has its last report, and no one was notified", async () => {
  const { snitch } = await aHealthySnitch();

  expect(await findCause(snitch.id)).toEqual({
    lastReport: {
      at: at("03T10:00"),
      isHealthy: true,
      isViolation: false,
      exitStatus: "0",
      message: "42 rows",
    },
    fault: null,
    erroredSince: null,
    notifications: [],
    pausedBy: null,
  });
});

test("an errored snitch is errored since its first error, and each address and webhook is listed once", async () => {
  const { snitch, email } = await aHealthySnitch();
  await report(snitch.token, "04T10:00", "1");
  await report(snitch.token, "05T11:00", "3", "disk full");

  const cause = await findCause(snitch.id);

  expect(cause.erroredSince).toEqual(at("04T10:00"));
  expect(cause.lastReport).toMatchObject({ isHealthy: false, exitStatus: "3", message: "disk full" });
  expect(listMessages(cause)).toEqual([
    `mail ${email}: pending`,
    "webhook https://hooks.acme.test/…: pending",
  ]);
});

test("people who were notified of a problem before the last recovery are not listed", async () => {
  const { snitch, email } = await aHealthySnitch();
  await db.member.deleteMany({ where: { caseId: snitch.caseId } });
  const { email: later } = await aMember({ caseId: snitch.caseId });
  await sweepDeadlines(at("05T00:02"), NEVER_LOST_MS);
  await report(snitch.token, "05T10:00");
  await db.member.deleteMany({ where: { caseId: snitch.caseId } });
  await aMember({ caseId: snitch.caseId, email: `now-${email}` });
  await sweepDeadlines(at("07T00:02"), NEVER_LOST_MS);

  const cause = await findCause(snitch.id);

  expect(listMessages(cause)).toContain(`mail now-${email}: pending`);
  expect(listMessages(cause)).not.toContain(`mail ${later}: pending`);
});

test("a paused snitch says who paused it", async () => {
  const { snitch } = await aHealthySnitch();
  await pauseSnitch(snitch.caseId, snitch.token, { until: "unpaused", endsAt: null }, at("03T11:00"), ACTOR);

  expect(await findCause(snitch.id)).toMatchObject({ pausedBy: ACTOR.name, notifications: [] });
});

test("an automatic pause names no one, even if someone paused the snitch before", async () => {
  const { snitch } = await aHealthySnitch();
  await pauseSnitch(snitch.caseId, snitch.token, { until: "unpaused", endsAt: null }, at("03T11:00"), ACTOR);
  const later = { pausedAt: new Date(Date.now() + 60 * 60_000) };
  await db.snitch.update({ where: { id: snitch.id }, data: later });

  expect((await findCause(snitch.id)).pausedBy).toBeNull();
});

test("what a rate limit refused is not the last report", async () => {
  const { snitch } = await aHealthySnitch();
  await db.checkIn.create({
    data: {
      snitchId: snitch.id,
      at: at("03T10:01"),
      exitStatus: "9",
      accepted: false,
    },
  });

  expect((await findCause(snitch.id)).lastReport?.at).toEqual(at("03T10:00"));
});

const signal = (
  token: string,
  time: string,
  kind: "start" | "finish",
  metrics: Record<string, number> = {},
) =>
  recordCheckIn({
    ...PLAIN_CHECK_IN,
    token,
    at: at(time),
    signal: { ...NO_FACTS, kind, rid: "nightly", isInPath: true, host: "db1", metrics },
  });

test("a snitch whose run takes too long has this run as the cause", async () => {
  const snitch = await aSnitch({ maxRuntime: 600, createdAt: at("01T00:00") });
  await signal(snitch.token, "03T10:00", "start");
  await sweepDeadlines(at("03T10:12"), NEVER_LOST_MS);

  expect((await findCause(snitch.id)).fault).toMatchObject({
    cause: "overran",
    at: at("03T10:10"),
    run: { rid: "nightly", host: "db1", started_at: "2026-03-03T10:00:00.000Z" },
  });
});

test("a snitch whose run fails a check has the check as the cause, and no error in its last report", async () => {
  const snitch = await aSnitch({ checks: ["metric.rows > 0"], createdAt: at("01T00:00") });
  await signal(snitch.token, "03T10:00", "start");
  await signal(snitch.token, "03T10:05", "finish", { rows: 0 });

  expect(await findCause(snitch.id)).toMatchObject({
    lastReport: { isHealthy: false, isViolation: true },
    fault: { cause: "check", run: { failed_check: "metric.rows > 0" } },
  });
  expect(await findErrorCause(snitch.id)).toBe("check");
});

test("two channels of one service are listed both, by their names", async () => {
  const { snitch, email } = await aHealthySnitch();
  const settings = { url: "https://hooks.slack.com/services/T000/B000/XXXX" };
  for (const name of ["", "Night shift", ""])
    await addChannel(
      snitch.caseId,
      { kind: "slack", name, settings, route: ALL_ALERTS, isDefault: false },
      ACTOR,
    );
  await report(snitch.token, "04T10:00", "1");
  expect(listMessages(await findCause(snitch.id))).toEqual([
    "channel Night shift: pending",
    "channel Slack: pending",
    "channel Slack: pending",
    `mail ${email}: pending`,
    "webhook https://hooks.acme.test/…: pending",
  ]);
});
