import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { wakeTimers } from "@/lib/outbox/wake-timers";
import { db, pool, query } from "@/lib/platform/db";
import { openQueues } from "@/lib/platform/queue";
import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/deadline-allowance";
import { LOOK_MS } from "@/lib/rules/sleep";
import { aCase, aMember, aSnitch } from "@/lib/testing/factories";
import { startWorkers } from "./start-workers";

let stop: () => Promise<void>;

beforeAll(async () => {
  // What an earlier test left due would have the worker look more often.
  await pool.query("DELETE FROM cases");
  stop = startWorkers(openQueues({ databaseUrl: process.env.DATABASE_URL ?? "", redisUrl: undefined }));
});
afterAll(() => stop());

const LISTENING =
  "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query = 'LISTEN tattle_timers'";
const untilListening = () =>
  vi.waitFor(async () => expect((await query(LISTENING)).length).toBe(1), { timeout: 10_000, interval: 50 });

/** A snitch whose deadline and its allowance are over in this time. */
const missedIn = (ms: number) =>
  aSnitch({ status: "healthy", deadline: new Date(Date.now() + ms - DEADLINE_ALLOWANCE_MS) });

/** How long after its deadline and the allowance a snitch was called missing, in milliseconds. */
async function noticedAfter({ id }: { id: string }): Promise<number> {
  const find = () => db.incident.findFirstOrThrow({ where: { snitchId: id, notifiedAt: { not: null } } });
  const { notifiedAt, openedAt } = await vi.waitFor(find, { timeout: 20_000, interval: 20 });
  return Number(notifiedAt) - openedAt.getTime() - DEADLINE_ALLOWANCE_MS;
}

// Less than a worker sleeps that knows of nothing, and enough on a busy machine.
const AT_ONCE_MS = 1_000;

// All but a minute of each day. E-mails wait by the clock of the database, so the minute is twelve hours away.
const farMinute = (new Date().getUTCHours() * 60 + 720) % 1_440;
const ALWAYS_QUIET = { quietFrom: (farMinute + 1) % 1_440, quietTo: farMinute };

test("a miss is noticed when its minute is over, and not when the worker looks next", async () => {
  await untilListening();
  const snitches = await Promise.all([4_300, 5_100, 5_900].map(missedIn));
  const lags = await Promise.all(snitches.map(noticedAfter));

  expect(Math.min(...lags)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...lags)).toBeLessThan(AT_ONCE_MS);
}, 60_000);

test("a worker that is woken notices at once what is due", async () => {
  await untilListening();
  const snitch = await missedIn(0);
  await wakeTimers(query, "sweep");

  expect(await noticedAfter(snitch)).toBeLessThan(AT_ONCE_MS);
});

test("what is due is noticed a few seconds later if the wake-up is lost", async () => {
  await untilListening();
  expect(await noticedAfter(await missedIn(0))).toBeLessThan(LOOK_MS + AT_ONCE_MS);
}, 60_000);

test("e-mails that wait are released when their time is over", async () => {
  await untilListening();
  const { id: caseId } = await aCase();
  const { id: userId } = await aMember({ caseId });
  await db.member.update({ where: { caseId_userId: { caseId, userId } }, data: ALWAYS_QUIET });
  await aSnitch({ caseId, status: "healthy", severity: "warning", deadline: new Date("2026-03-10T00:00Z") });
  await wakeTimers(query, "sweep");
  const held = await vi.waitFor(
    () => db.email.findFirstOrThrow({ where: { caseId, heldFor: "quiet_hours" } }),
    {
      timeout: 5_000,
    },
  );

  const dueAt = new Date(Date.now() + 2_000);
  await db.email.update({ where: { id: held.id }, data: { dueAt } });
  await wakeTimers(query, "summaries");
  const released = () => db.email.findFirstOrThrow({ where: { id: held.id, heldFor: null } });
  await vi.waitFor(released, { timeout: 10_000, interval: 20 });

  expect(Date.now() - dueAt.getTime()).toBeGreaterThanOrEqual(0);
  expect(Date.now() - dueAt.getTime()).toBeLessThan(AT_ONCE_MS);
});
