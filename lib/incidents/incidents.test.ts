import { expect, test } from "vitest";
import { recordCheckIn } from "@/lib/check-ins/batcher";
import { loadDeliveries } from "@/lib/delivery/load";
import { pauseSnitch, unpauseSnitch } from "@/lib/monitoring/pause";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { db, pool } from "@/lib/platform/db";
import { isConnectionError } from "@/lib/platform/db-errors";
import type { Prisma } from "@/lib/platform/generated/client";
import { MINUTE_MS } from "@/lib/rules/durations";
import { NEVER_LOST_MS } from "@/testing/connection";
import { ACTOR, aCase, aMember, aRecipient, aSnitch, aWebhook, PLAIN_CHECK_IN } from "@/testing/factories";
import { acknowledgeIncident, unacknowledgeIncident } from "./acknowledge";
import { saveSteps } from "./escalation-steps";
import { snoozeIncident, unsnoozeIncident } from "./snooze";

const start = Date.UTC(2026, 2, 10, 12);
const at = (minute: number) => new Date(start + minute * MINUTE_MS);
const sweep = (minute: number) => sweepDeadlines(at(minute), NEVER_LOST_MS);

/** A case with a member, and a healthy job that reports every ten minutes and is due at minute 10. */
async function aJob(given: Partial<Prisma.SnitchUncheckedCreateInput> = {}) {
  const { id: caseId } = given.caseId ? { id: given.caseId } : await aCase({ plan: "business" });
  if (!given.caseId) await aMember({ caseId });
  return aSnitch({
    interval: "10_minute",
    status: "healthy",
    deadline: at(10),
    checkedInAt: at(-5),
    caseId,
    ...given,
  });
}

const report = (token: string, minute: number, exitStatus = "0") =>
  recordCheckIn({ ...PLAIN_CHECK_IN, token, at: at(minute), exitStatus });

/** The emailed alerts of a snitch: their kind, and the minute at which the sweep or the check-in sent them. */
async function notified(snitchId: string): Promise<string[]> {
  const emails = await db.email.findMany({
    where: { snitchId },
    include: { alert: true },
    orderBy: { id: "asc" },
  });
  return emails.map(
    ({ alert }) =>
      `${alert?.isReminder ? "reminder" : alert?.kind} ${((alert?.at.getTime() ?? 0) - start) / MINUTE_MS}`,
  );
}

const openIncident = (snitchId: string) =>
  db.incident.findFirstOrThrow({ where: { snitchId, closedAt: null } });

test("alerts that wait for a threshold are kept, and people are notified of the last one", async () => {
  const { id, token } = await aJob({ alertAfter: 3 });
  for (const minute of [11, 21]) await sweep(minute);
  expect(await notified(id)).toEqual([]);
  expect(await openIncident(id)).toMatchObject({ badCount: 2, notifiedAt: null, hold: "threshold" });

  await sweep(31);
  await report(token, 35);

  expect(await notified(id)).toEqual(["missing 30", "reporting 35"]);
  const incidents = await db.incident.findMany({ where: { snitchId: id }, include: { alerts: true } });
  expect(incidents).toMatchObject([{ openedAt: at(10), closedAt: at(35), closedBy: "reported" }]);
  expect(incidents[0]?.alerts).toHaveLength(4);
});

test("webhooks hear of a change from healthy, although the first alerts were held back", async () => {
  const { id, caseId, token } = await aJob({ alertAfter: 3 });
  await aWebhook({ caseId, url: "https://example.com/hook" });
  for (const minute of [11, 21, 31, 41]) await sweep(minute);
  await report(token, 45);
  const deliveries = await db.delivery.findMany({
    where: { alert: { snitchId: id } },
    orderBy: { id: "asc" },
  });
  const alerts = await Promise.all(
    deliveries.map(async (delivery) => (await loadDeliveries([delivery.id]))[0]?.row.alert),
  );
  expect(alerts.map((alert) => [alert?.from, alert?.to])).toEqual([
    ["healthy", "failed"],
    ["failed", "failed"],
    ["failed", "healthy"],
  ]);
});

test("people are notified of a recovery of three good results with the time of the first, in one batch or in three", async () => {
  for (const together of [true, false]) {
    const { id, token } = await aJob({ recoverAfter: 3 });
    await sweep(11);
    const reports = [12, 13, 14].map((minute) => () => report(token, minute));
    if (together) await Promise.all(reports.map((each) => each()));
    else for (const each of reports) await each();
    expect(await notified(id)).toEqual(["missing 10", "reporting 12"]);
    expect(await db.snitch.findUniqueOrThrow({ where: { id } })).toMatchObject({
      recovering: false,
      status: "healthy",
    });
    expect(await db.incident.count({ where: { snitchId: id, closedAt: null } })).toBe(0);
  }
});

test("reminders come by the clock, once for two workers and once after an outage", async () => {
  const { id } = await aJob({ remindEvery: 300 });
  await sweep(11);
  await Promise.all([sweep(16), sweep(16), sweep(16)]);
  await sweep(17);
  await sweep(90);
  expect(await notified(id)).toEqual(["missing 10", "reminder 16", "reminder 90"]);
});

test("an acknowledged incident is not repeated, and people are notified of its end", async () => {
  const { id, caseId, token } = await aJob();
  await sweep(11);
  const { id: incidentId } = await openIncident(id);
  await acknowledgeIncident(caseId, incidentId, at(12), ACTOR);
  await acknowledgeIncident(caseId, incidentId, at(13), ACTOR);
  await sweep(21);
  await report(token, 25);
  expect(await notified(id)).toEqual(["missing 10", "reporting 25"]);
  expect(await db.incident.findUniqueOrThrow({ where: { id: incidentId } })).toMatchObject({
    acknowledgedAt: at(12),
    acknowledgedBy: ACTOR.name,
  });
  expect(await db.auditEvent.count({ where: { caseId, action: "snitch.acknowledged" } })).toBe(1);
  await expect(acknowledgeIncident(caseId, incidentId, at(26), ACTOR)).rejects.toThrow("invalid");
});

test("after an acknowledgement is taken back, reminders go on where they stood", async () => {
  const { id, caseId } = await aJob({ remindEvery: 300 });
  await sweep(11);
  const { id: incidentId } = await openIncident(id);
  await acknowledgeIncident(caseId, incidentId, at(12), ACTOR);
  for (const minute of [16, 21, 26]) await sweep(minute);
  expect(await notified(id)).toEqual(["missing 10"]);
  await unacknowledgeIncident(caseId, incidentId, at(27), ACTOR);
  await sweep(28);
  await sweep(32);
  expect(await notified(id)).toEqual(["missing 10", "reminder 27", "reminder 32"]);
});

test("a snooze is followed by what happened meanwhile, also if a person ends it", async () => {
  const { id, caseId } = await aJob();
  await sweep(11);
  const { id: incidentId } = await openIncident(id);
  await snoozeIncident(caseId, incidentId, at(60), at(12), ACTOR);
  for (const minute of [21, 31, 41, 59]) await sweep(minute);
  expect(await notified(id)).toEqual(["missing 10"]);
  await sweep(60);
  expect(await notified(id)).toEqual(["missing 10", "missing 50"]);
  await snoozeIncident(caseId, incidentId, at(120), at(60), ACTOR);
  await unsnoozeIncident(caseId, incidentId, at(61), ACTOR);
  expect(await notified(id)).toEqual(["missing 10", "missing 50", "reminder 61"]);
  await expect(snoozeIncident(caseId, incidentId, at(60), at(61), ACTOR)).rejects.toThrow("invalid");
  await expect(snoozeIncident(caseId, incidentId, at(61 + 30 * 1_440 + 1), at(61), ACTOR)).rejects.toThrow(
    "invalid",
  );
});

test("a parent with thirty children goes down, and people get one message", async () => {
  const parent = await aJob({ name: "Database" });
  const children = await Promise.all(Array.from({ length: 30 }, () => aJob({ caseId: parent.caseId })));
  await db.dependency.createMany({ data: children.map(({ id }) => ({ snitchId: id, parentId: parent.id })) });
  for (let minute = 11; minute < 50; minute += 1) await sweep(minute);
  expect(await notified(parent.id)).toEqual(["missing 10", "missing 20", "missing 30", "missing 40"]);
  for (const { id } of children) expect(await notified(id)).toEqual([]);
  expect(await openIncident(children[0]?.id ?? "")).toMatchObject({ hold: "parent", heldBy: parent.id });

  await report(parent.token, 50);
  const [missing, ...others] = children;
  for (const { token } of others) await report(token, 55);
  for (let minute = 51; minute < 62; minute += 1) await sweep(minute);

  expect(await notified(missing?.id ?? "")).toHaveLength(1);
  for (const { id } of others) expect(await notified(id)).toEqual([]);
});

test("a parent that is deleted or paused holds no one back", async () => {
  for (const end of ["delete", "pause"]) {
    const parent = await aJob();
    const child = await aJob({ caseId: parent.caseId, remindEvery: 0 });
    await db.dependency.create({ data: { snitchId: child.id, parentId: parent.id } });
    await sweep(11);
    if (end === "delete") await db.snitch.delete({ where: { id: parent.id } });
    else await pauseSnitch(parent.caseId, parent.token, { until: "unpaused", endsAt: null }, at(12), ACTOR);
    for (let minute = 12; minute < 40; minute += 1) await sweep(minute);
    expect(await notified(child.id)).toHaveLength(1);
  }
});

test("a pause ends an incident, and a later check-in is not news to those who notified of none", async () => {
  const { id, caseId, token } = await aJob({ alertAfter: 5 });
  await sweep(11);
  await pauseSnitch(caseId, token, { until: "healthy", endsAt: null }, at(12), ACTOR);
  expect(await db.incident.findMany({ where: { snitchId: id } })).toMatchObject([
    { closedBy: "paused", closedAt: at(12) },
  ]);
  await report(token, 20);
  expect(await notified(id)).toEqual([]);
});

test("sweeps that are cut off at any moment, or run together, send each reminder and each held alert once", async () => {
  const reminded = await Promise.all(Array.from({ length: 10 }, () => aJob({ remindEvery: 300 })));
  const held = await Promise.all(
    Array.from({ length: 10 }, () => aJob({ alertAfter: 5, alertAfterSeconds: 360 })),
  );
  await sweep(11);
  for (let cutAfterMs = 0; cutAfterMs < 30; cutAfterMs += 2) {
    await Promise.allSettled([sweep(16), sweep(16), cutSweeps(cutAfterMs)]);
  }
  await until(() => sweep(16));
  for (const { id } of reminded) expect(await notified(id)).toEqual(["missing 10", "reminder 16"]);
  for (const { id } of held) expect(await notified(id)).toEqual(["missing 10"]);
});

const cutSweeps = (afterMs: number) =>
  pool.query(
    `SELECT pg_terminate_backend(pid, 1000) FROM pg_sleep($1::float8 / 1000), pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`,
    [afterMs],
  );

/** A connection that was cut just after its sweep ended fails the next one. */
async function until(sweep: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await sweep();
      return;
    } catch (error) {
      if (!isConnectionError(error)) throw error;
    }
  }
}

test("after an hour's outage with maintenance inside, one reminder and one step of the escalation are sent", async () => {
  const { id, caseId, token } = await aJob({ remindEvery: 300 });
  const boss = await aMember({ caseId });
  const steps = [15, 30, 45].map((afterMinutes, place) => ({
    place,
    afterMinutes,
    channelIds: [],
    userIds: [boss.id],
  }));
  await saveSteps(caseId, steps, ACTOR);
  await db.case.update({ where: { id: caseId }, data: { alertEmail: "ops@example.com" } });
  await aRecipient({ caseId, address: "ops@example.com", confirmedAt: at(0) });
  await db.maintenance.create({
    data: { caseId, name: "Upgrade", coversAll: true, startsAt: at(20), endsAt: at(40) },
  });
  await sweep(11);
  await Promise.all([sweep(75), sweep(75)]);
  await sweep(76);
  await report(token, 77);

  const mails = await db.email.findMany({
    where: { snitchId: id },
    include: { alert: true },
    orderBy: { id: "asc" },
  });
  const sent = (address: string) =>
    mails.flatMap((mail) =>
      mail.address === address ? `${mail.alert?.isReminder ? "reminder" : mail.alert?.kind}` : [],
    );
  expect(sent("ops@example.com")).toEqual(["missing", "reminder", "reporting"]);
  expect(sent(boss.email)).toHaveLength(2);
  expect(sent(boss.email).at(-1)).toBe("reporting");
  expect(await db.alert.count({ where: { snitchId: id, isReminder: false } })).toBe(3);
});

test("people are notified of an error after a pause, although an error of the same period was alerted before it", async () => {
  const { id, caseId, token } = await aJob();
  await report(token, 1, "1");
  await pauseSnitch(caseId, token, { until: "unpaused", endsAt: null }, at(2), ACTOR);
  await unpauseSnitch(caseId, token, at(3), ACTOR);
  for (const minute of [4, 5]) await report(token, minute, "1");
  expect(await notified(id)).toEqual(["errored 1", "errored 4"]);
});

test("the first good result after a pause notifies no one if no one was notified of what was wrong before it", async () => {
  const { id, caseId, token } = await aJob({ alertAfter: 3 });
  await aWebhook({ caseId, url: "https://example.com/hook" });
  await sweep(11);
  await pauseSnitch(caseId, token, { until: "unpaused", endsAt: null }, at(12), ACTOR);
  await unpauseSnitch(caseId, token, at(13), ACTOR);
  await report(token, 14);

  expect(await notified(id)).toEqual([]);
  const deliveries = await db.delivery.findMany({
    where: { alert: { snitchId: id } },
    include: { alert: true },
  });
  expect(deliveries.map(({ alert }) => alert?.kind)).toEqual(["paused"]);
});

test.each(["healthy", "unpaused"] as const)(
  "a pause until %s ends a recovery, and people who were notified of the beginning are notified of it once",
  async (until) => {
    const { id, caseId, token } = await aJob({ recoverAfter: 3 });
    await sweep(11);
    await report(token, 12);
    await pauseSnitch(caseId, token, { until, endsAt: null }, at(13), ACTOR);
    if (until === "unpaused") await unpauseSnitch(caseId, token, at(14), ACTOR);
    for (const minute of [15, 16, 17, 18]) await report(token, minute);

    expect(await notified(id)).toEqual(["missing 10", "reporting 12"]);
  },
);

test("a miss of a yearly job is evaluated quickly, however much maintenance there is each hour", async () => {
  const { id, caseId } = await aJob({ schedule: "0 12 10 3 *", deadline: at(0), checkedInAt: at(-500_000) });
  await db.maintenance.createMany({
    data: Array.from({ length: 200 }, (_, i) => ({
      caseId,
      name: `Work ${i}`,
      coversAll: true,
      timezone: "Europe/Riga",
      duration: 60,
      schedule: `${i % 60} * * * *`,
    })),
  });
  await sweep(1);
  expect(await openIncident(id)).toMatchObject({ badCount: 1, notifiedAt: null, hold: "maintenance" });
});
