import { expect, test } from "vitest";
import { WHOLE_CASE } from "@/lib/cases/key-scope";
import { acknowledgeIncident } from "@/lib/incidents/acknowledge";
import { pauseSnitch } from "@/lib/monitoring/pause";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { updateSnitch } from "@/lib/monitoring/update";
import { db, pool } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/rules/durations";
import { NEVER_LOST_MS } from "@/testing/connection";
import { ACTOR, aCase, aMember, aSnitch, aWebhook } from "@/testing/factories";
import { findAlert } from "./find-alert";

const start = Date.UTC(2026, 2, 10, 12);
const at = (minute: number) => new Date(start + minute * MINUTE_MS);
const iso = (minute: number) => at(minute).toISOString();
const sweep = (minute: number) => sweepDeadlines(at(minute), NEVER_LOST_MS);

/** A case with a member, and a healthy job that reports every ten minutes and is due at minute 10. */
async function aJob(given: Parameters<typeof aSnitch>[0] = {}) {
  const caseId = given.caseId ?? (await aCase({ plan: "business" })).id;
  if (!given.caseId) await aMember({ caseId });
  return aSnitch({
    interval: "10_minute",
    status: "healthy",
    deadline: at(10),
    checkedInAt: at(-5),
    ...given,
    caseId,
  });
}

/** The alerts of a snitch as their pages find them, in the order in which they were raised. */
async function listAlerts({ id: snitchId, caseId }: { id: string; caseId: string }) {
  const rows = await db.alert.findMany({ where: { snitchId }, orderBy: { id: "asc" } });
  return Promise.all(rows.map(({ id }) => findAlert(caseId, id)));
}

test("an alert keeps the settings that decided it, whatever happens to the snitch", async () => {
  const job = await aJob();
  await aWebhook({ caseId: job.caseId, url: "http://127.0.0.1:9/" });
  await sweep(11);
  await updateSnitch(
    job.caseId,
    job.token,
    { interval: "daily", severity: "info" },
    at(12),
    ACTOR,
    WHOLE_CASE,
  );

  const [alert] = await listAlerts(job);
  expect(alert?.facts).toMatchObject({
    decidedAt: iso(11),
    settings: { interval: "10_minute", alertType: "basic" },
    missed: { by: "report", since: iso(-5), runAt: iso(0), periodEndsAt: iso(10) },
    notifying: { severity: "critical", alertAfter: 1, badCount: 1, hold: null, maintenanceUntil: null },
  });
  expect(alert?.messages.map(({ how, outcome }) => `${how} ${outcome}`)).toEqual([
    "mail pending",
    "webhook pending",
  ]);
});

test("an alert with a later notification says when and after how many bad results, and a reminder what it repeats", async () => {
  const job = await aJob({ alertAfter: 2, remindEvery: 3_600 });
  await sweep(11);
  await sweep(21);
  await sweep(81.5);

  const [first, second, ...rest] = await listAlerts(job);
  expect(first).toMatchObject({
    isNotified: false,
    facts: { notifying: { hold: "threshold", badCount: 1 } },
  });
  expect(second).toMatchObject({ isNotified: true, facts: { notifying: { hold: null, badCount: 2 } } });
  const reminder = rest.find((alert) => alert?.isReminder);
  const last = rest.findLast((alert) => !alert?.isReminder) ?? second;
  expect(reminder?.facts).toEqual({
    decidedAt: iso(81.5),
    repeats: { id: last?.id, because: "reminder", remindEvery: 3_600 },
  });
});

test("an alert that a time limit released says so", async () => {
  const job = await aJob({ alertAfter: 9, alertAfterSeconds: 120 });
  await sweep(11);
  expect((await listAlerts(job))[0]?.facts?.notifying).toMatchObject({
    hold: "threshold",
    heldUntil: iso(12),
  });
  await sweep(12.5);

  const [alert] = await listAlerts(job);
  expect(alert).toMatchObject({ isNotified: true, hold: "threshold" });
  expect(alert?.facts?.notifiedLater).toEqual({ at: iso(12.5), badCount: 1, goodCount: 0 });
});

test("an alert that a parent held names it, also when it has another name since", async () => {
  const parent = await aJob({ name: "Database" });
  const child = await aJob({ caseId: parent.caseId, deadline: at(20) });
  await db.dependency.create({ data: { snitchId: child.id, parentId: parent.id } });
  await sweep(11);
  await sweep(21);
  await db.snitch.update({ where: { id: parent.id }, data: { name: "Postgres" } });

  const [alert] = await listAlerts(child);
  expect(alert).toMatchObject({
    isNotified: false,
    facts: { notifying: { hold: "parent", parents: 1, heldUntil: iso(36) } },
    heldBy: { name: "Postgres", token: parent.token },
  });
});

test("a pause names who made it, and an acknowledgement is in the facts of the next alert", async () => {
  const job = await aJob();
  await sweep(11);
  const { id } = await db.incident.findFirstOrThrow({ where: { snitchId: job.id } });
  await acknowledgeIncident(job.caseId, id, at(12), ACTOR);
  await sweep(21);
  await pauseSnitch(job.caseId, job.token, { until: "healthy", endsAt: null }, at(22), ACTOR);

  const [, second, paused] = await listAlerts(job);
  expect(second).toMatchObject({ isNotified: false, facts: { notifying: { isAcknowledged: true } } });
  expect(second?.facts?.missed).toMatchObject({ by: "missed", since: iso(10) });
  expect(paused).toMatchObject({ kind: "paused", pausedBy: ACTOR.name, facts: { decidedAt: iso(22) } });
});

test("deadlines that were not evaluated, and a hold of all alerts before the decision, are found; later ones are not", async () => {
  const job = await aJob({ deadline: at(20) });
  await pool.query(
    `INSERT INTO unknown_misses (id, snitch_id, deadline, silence_starts_at, silence_ends_at)
     VALUES (new_id(), $1, $2, $3, $4), (new_id(), $1, $5, $3, $4)`,
    [job.id, at(10), at(3), at(9), at(500)],
  );
  await pool.query("DELETE FROM alert_holds");
  await sweep(34);
  await pool.query(
    "INSERT INTO alert_holds (starts_at, held_at, expired_at, ends_at) VALUES ($1, $2, $3, $3), ($4, $4, $5, $5)",
    [at(12), at(21), at(33), at(200), at(210)],
  );

  const [alert] = await listAlerts(job);
  expect(alert?.unknownMisses).toEqual([
    { deadline: at(10), listeningGap: { startsAt: at(3), endsAt: at(9) } },
  ]);
  expect(alert?.holds).toEqual([{ heldAt: at(21), until: at(33) }]);
  await pool.query("DELETE FROM alert_holds");
});

test("an alert of another case is not found", async () => {
  const job = await aJob();
  await sweep(11);
  const [row] = await db.alert.findMany({ where: { snitchId: job.id } });
  expect(await findAlert((await aCase()).id, row?.id ?? "")).toBeNull();
});
