import { rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { reportListeningGaps } from "@/lib/outages/report-listening-gaps";
import { db, pool } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/rules/durations";
import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/schedule/deadline-allowance";
import { calendarTerms } from "@/lib/rules/schedule/schedule-terms";
import { deadlineAfter } from "@/lib/rules/state/match-tick";
import { checkIn } from "@/testing/continuous-jobs";
import { aCase, aMember, aSnitch } from "@/testing/factories";
import { passMinutes } from "@/testing/pass-minutes";
import { type ServerProcess, startCheckInServer, startWorker } from "@/testing/server-process";

const DATA = path.resolve(".data", "test", `downtime-${process.pid}`);
const LIVE = 190;
const DEAD = 10;

let checkInServer: ServerProcess;
let worker: ServerProcess;

beforeAll(async () => {
  await pool.query("DELETE FROM listeners");
  const databaseUrl = process.env.DATABASE_URL ?? "";
  checkInServer = await startCheckInServer({ databaseUrl, dataDir: DATA });
  worker = await startWorker({ DATABASE_URL: databaseUrl, DATA_DIR: DATA });
}, 60_000);
afterAll(async () => {
  await Promise.all([checkInServer.signal("SIGTERM"), worker.signal("SIGTERM")]);
  await rm(DATA, { recursive: true, force: true });
});

/** Waits for a minute to begin if the test, which takes 20 seconds, would see it end: that would be one more period. */
async function untilMinuteBegins(): Promise<void> {
  const msIntoMinute = Date.now() % MINUTE_MS;
  if (msIntoMinute > 30_000) await sleep(MINUTE_MS - msIntoMinute + 200);
}

/** Waits until the worker has evaluated every snitch whose deadline has passed. */
const untilSwept = (caseId: string) =>
  vi.waitFor(
    async () => {
      const deadline = { lt: new Date(Date.now() - DEADLINE_ALLOWANCE_MS) };
      expect(await db.snitch.count({ where: { caseId, deadline } })).toBe(0);
    },
    { timeout: 20_000, interval: 100 },
  );

test("after ten minutes without Tattle, only jobs that have stopped are called missing, and each person gets one email", async () => {
  const theCase = await aCase();
  const member = await aMember({ caseId: theCase.id });
  await untilMinuteBegins();
  const now = new Date();
  const snitches = await Promise.all(
    Array.from({ length: LIVE + DEAD }, () =>
      aSnitch({
        caseId: theCase.id,
        interval: "1_minute",
        status: "healthy",
        checkedInAt: now,
        deadline: deadlineAfter(calendarTerms("1_minute"), now),
      }),
    ),
  );
  const live = snitches.slice(0, LIVE);
  const checkInAll = () => Promise.all(live.map(({ token }) => checkIn(`${checkInServer.url}/${token}`)));
  const missing = async () =>
    (await db.alert.findMany({ where: { kind: "missing", caseId: theCase.id } })).map(
      ({ snitchId }) => snitchId,
    );

  await Promise.all([checkInServer.signal("SIGKILL"), worker.signal("SIGKILL")]);
  await passMinutes(10);
  await worker.restart();
  // The worker alone does not know that no one listened until a check-in server starts.
  await sleep(4_000);
  expect(await missing()).toEqual([]);
  await checkInServer.restart();
  await checkInAll();
  await untilSwept(theCase.id);
  expect(await missing()).toEqual([]);
  expect(await db.unknownMiss.count({ where: { snitch: { caseId: theCase.id } } })).toBe(LIVE + DEAD);

  for (let minute = 1; minute <= 3; minute += 1) {
    await passMinutes(1);
    await checkInAll();
    await untilSwept(theCase.id);
  }
  const dead = snitches.slice(LIVE).map(({ id }) => id);
  expect((await missing()).toSorted()).toEqual(dead.toSorted());

  await reportListeningGaps();
  await vi.waitFor(async () => {
    const emails = await db.email.findMany({ where: { address: member.email, kind: "downtime" } });
    expect(emails).toHaveLength(1);
  });
}, 150_000);
