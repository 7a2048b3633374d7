import { afterEach, beforeEach, expect, test } from "vitest";
import { wakeTimers } from "@/lib/outbox/wake-timers";
import { db, pool, query } from "@/lib/platform/db";
import { openQueues } from "@/lib/platform/queue";
import { DAY_MS } from "@/lib/rules/durations";
import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/schedule/deadline-allowance";
import { eventually } from "@/testing/eventually";
import { aCase, aMember, aSnitch } from "@/testing/factories";
import { SCHEDULE, type Schedule } from "./schedule";
import { startWorkers } from "./start-workers";

/** The queue starts nothing meanwhile: workers notice what they look for. */
const ALONE: Schedule = Object.fromEntries(
  Object.entries(SCHEDULE).map(([name, job]) => [name, { ...job, everyMs: DAY_MS }]),
);
/** They look once a day, so that they notice only what they know of, or are woken for. */
const SLEEPY: Schedule = Object.fromEntries(
  Object.entries(ALONE).map(([name, job]) => [name, { ...job, lookMs: DAY_MS }]),
);

let stop = async () => {};

// What an earlier test left due would have the worker look more often.
beforeEach(() => pool.query("DELETE FROM cases"));
afterEach(() => stop());

/** Starts a worker, and waits until wake-ups reach it. */
async function start(schedule: Schedule): Promise<void> {
  const queues = openQueues({ databaseUrl: process.env.DATABASE_URL ?? "", redisUrl: undefined });
  stop = startWorkers(queues, schedule);
  await eventually(async () => expect(await query(LISTENING)).toHaveLength(1));
}

const LISTENING =
  "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query = 'LISTEN tattle_timers'";

const WAITING =
  "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";

/** A snitch whose deadline and its allowance are over in this time. */
const missedIn = (ms: number) =>
  aSnitch({ status: "healthy", deadline: new Date(Date.now() + ms - DEADLINE_ALLOWANCE_MS) });

/** How long after its deadline and the allowance a snitch was called missing, in milliseconds. */
async function noticedAfter({ id }: { id: string }): Promise<number> {
  const find = () => db.incident.findFirstOrThrow({ where: { snitchId: id, notifiedAt: { not: null } } });
  const { notifiedAt, openedAt } = await eventually(find);
  return Number(notifiedAt) - openedAt.getTime() - DEADLINE_ALLOWANCE_MS;
}

// All but a minute of each day. Emails wait by the clock of the database, so the minute is twelve hours away.
const farMinute = (new Date().getUTCHours() * 60 + 720) % 1_440;
const ALWAYS_QUIET = { quietFrom: (farMinute + 1) % 1_440, quietTo: farMinute };

test("a miss is noticed when its minute is over, without another look before", async () => {
  await start(SLEEPY);
  const snitches = await Promise.all([1_500, 2_000, 2_500].map(missedIn));
  await wakeTimers(query, "sweep");

  const lags = await Promise.all(snitches.map(noticedAfter));
  expect(Math.min(...lags)).toBeGreaterThanOrEqual(0);
});

test("a worker that is woken notices what is due", async () => {
  await start(SLEEPY);
  const snitch = await missedIn(0);
  await wakeTimers(query, "sweep");

  expect(await noticedAfter(snitch)).toBeGreaterThanOrEqual(0);
});

test("what is due is noticed by the next look if the wake-up is lost", async () => {
  await start(ALONE);
  expect(await noticedAfter(await missedIn(0))).toBeGreaterThanOrEqual(0);
});

test("a miss is noticed while a replay of deferred check-ins does not end", async () => {
  const at = new Date();
  const deferred = await aSnitch({ status: "healthy", deferredSince: at });
  await db.checkIn.create({ data: { snitchId: deferred.id, at, exitStatus: "1" } });
  const holder = await pool.connect();
  try {
    await holder.query("BEGIN");
    // The replay cannot add an incident to this case until then.
    await holder.query("SELECT FROM cases WHERE id = $1 FOR UPDATE", [deferred.caseId]);
    await start(ALONE);
    await eventually(async () => expect(await query(WAITING)).toHaveLength(1));

    expect(await noticedAfter(await missedIn(0))).toBeGreaterThanOrEqual(0);
    expect(await query(WAITING)).toHaveLength(1);
  } finally {
    await holder.query("ROLLBACK");
    holder.release();
  }
  await eventually(() => db.alert.findFirstOrThrow({ where: { snitchId: deferred.id, kind: "errored" } }));
});

test("emails that wait are released when their time is over", async () => {
  await start(SLEEPY);
  const { id: caseId } = await aCase();
  const { id: userId } = await aMember({ caseId });
  await db.member.update({ where: { caseId_userId: { caseId, userId } }, data: ALWAYS_QUIET });
  await aSnitch({ caseId, status: "healthy", severity: "warning", deadline: new Date("2026-03-10T00:00Z") });
  await wakeTimers(query, "sweep");
  const held = await eventually(() =>
    db.email.findFirstOrThrow({ where: { caseId, heldFor: "quiet_hours" } }),
  );

  const dueAt = new Date(Date.now() + 2_000);
  await db.email.update({ where: { id: held.id }, data: { dueAt } });
  await wakeTimers(query, "summaries");
  const released = () => db.email.findFirstOrThrow({ where: { id: held.id, heldFor: null } });
  await eventually(released);

  expect(Date.now() - dueAt.getTime()).toBeGreaterThanOrEqual(0);
});
