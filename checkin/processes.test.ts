import { rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { replayDeferred } from "@/lib/monitoring/replay-deferred";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { db, pool } from "@/lib/platform/db";
import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/schedule/deadline-allowance";
import { NEVER_LOST_MS } from "@/testing/connection";
import { checkIn } from "@/testing/continuous-jobs";
import { eventually } from "@/testing/eventually";
import { aCase, aSnitch } from "@/testing/factories";
import { type ServerProcess, startCheckInServer } from "@/testing/server-process";

const DATA = path.resolve(".data", "test", `processes-${process.pid}`);
let servers: ServerProcess[] = [];

const startServer = () => startCheckInServer({ databaseUrl: process.env.DATABASE_URL ?? "", dataDir: DATA });

beforeAll(async () => {
  servers = await Promise.all([startServer(), startServer(), startServer()]);
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.signal("SIGTERM")));
  await rm(DATA, { recursive: true, force: true });
});

const urlAt = (index: number, token: string) => `${servers[index % servers.length]?.url}/${token}`;

test("the rate limit holds across processes, even for simultaneous check-ins", async () => {
  const snitches = await Promise.all(Array.from({ length: 10 }, () => aSnitch()));
  const before = new Date();

  const statuses = await Promise.all(
    snitches.flatMap(({ token }) => Array.from({ length: 30 }, (_, i) => checkIn(urlAt(i, token)))),
  );

  const hasNewMinute = before.getUTCMinutes() !== new Date().getUTCMinutes();
  // The database was too slow for some of them: then each process counts on its own, and the workers decide what counts.
  const hasJournal = servers.some(({ logged }) => logged.includes("kept in the journal"));
  expect(new Set(statuses)).toEqual(new Set([202, 429]));
  await eventually(async () =>
    expect(await db.checkIn.count({ where: { accepted: true } })).toBe(
      statuses.filter((status) => status === 202).length,
    ),
  );
  for (const { id } of snitches) {
    const accepted = await db.checkIn.count({ where: { snitchId: id, accepted: true } });
    // A minute that begins during the test allows one more check-in, and an hour allows ten.
    if (!hasNewMinute && !hasJournal) expect(accepted).toBe(10);
    expect(await db.checkIn.count({ where: { snitchId: id, accepted: false } })).toBeGreaterThanOrEqual(1);
    expect(accepted).toBeLessThanOrEqual(hasJournal ? 30 : 20);
  }
});

test("the processes share the slots of a schedule below a minute", async () => {
  const { id, token } = await aSnitch({ schedule: "every 30 seconds", interval: "1_minute" });
  const now = Date.now();
  const countedHour = new Date(now - (now % 3_600_000));
  // The minute is used, and of its four slots those before.
  const countedMinute = new Date(now - (now % 15_000) - 15_000);
  await db.snitch.update({ where: { id }, data: { countedHour, hourCount: 10, countedMinute } });

  const statuses = await Promise.all(Array.from({ length: 30 }, (_, i) => checkIn(urlAt(i, token))));

  const accepted = statuses.filter((status) => status === 202).length;
  const slots = Math.floor(Date.now() / 15_000) - Math.floor(now / 15_000) + 1;
  expect(accepted).toBeGreaterThanOrEqual(1);
  if (!servers.some(({ logged }) => logged.includes("kept in the journal")))
    expect(accepted).toBeLessThanOrEqual(slots);
});

test("a server that shuts down responds to every check-in that it records", async () => {
  const snitches = await Promise.all(Array.from({ length: 50 }, () => aSnitch()));
  const server = await startServer();

  const checkIns = snitches.map(({ token }) => checkIn(`${server.url}/${token}`));
  await Promise.race(checkIns);
  await server.signal("SIGTERM");
  const statuses = await Promise.all(checkIns);

  const recorded = await Promise.all(snitches.map(({ id }) => db.checkIn.count({ where: { snitchId: id } })));
  expect(recorded).toEqual(statuses.map((status) => (status === 202 ? 1 : 0)));
});

/** Asks whether a server is ready, as a load balancer does. */
const isReady = async (url: string) => (await fetch(`${url}/readyz`)).ok;

test("a server goes on responding until its load balancer has taken it out", async () => {
  const server = await startServer();
  const snitches = await Promise.all(Array.from({ length: 20 }, () => aSnitch()));
  let refusals = 0;
  const balance = async () => {
    for (; refusals < 2; await sleep(1_000)) if (!(await isReady(server.url))) refusals += 1;
  };
  const statuses: (number | null)[] = [];
  const checkInContinuously = async () => {
    for (let i = 0; refusals < 2; i += 1)
      statuses.push(await checkIn(`${server.url}/${snitches[i % snitches.length]?.token}`));
  };

  const balanced = balance();
  const checkedIn = Promise.all([checkInContinuously(), checkInContinuously()]);
  await vi.waitUntil(() => statuses.length > 0, { timeout: 60_000 });
  const respondedBefore = statuses.length;
  const ended = server.signal("SIGTERM");
  await Promise.all([balanced, checkedIn]);
  await ended;

  expect(server.exitCode).toBe(0);
  // Two were under way at the signal.
  expect(statuses.length).toBeGreaterThan(respondedBefore + 2);
  expect([...new Set(statuses)].filter((status) => status !== 202 && status !== 429)).toEqual([]);
});

const SNITCHES = 240;
const SPREAD_MS = 2_000;
/**
 * Jobs check in this long before or after the last moment, which is that of the sweep. On a busy machine those that want to be in time
 * may be late, or be recorded only after the sweep: that is promised to those that were before the deadline, a minute earlier.
 */
const MARGIN_MS = 1_500;

test("at the boundary of a period, exactly the snitches without a check-in are marked missing", async () => {
  const theCase = await aCase();
  const snitches = await Promise.all(
    Array.from({ length: SNITCHES }, () =>
      aSnitch({ caseId: theCase.id, status: "healthy", interval: "daily" }),
    ),
  );
  // The deadlines are set only now, because creating the snitches can take longer than the margin.
  const startsAt = Date.now() + MARGIN_MS + 500;
  const jobs = snitches.map((snitch, i) => ({
    ...snitch,
    lastMoment: startsAt + (i / SNITCHES) * SPREAD_MS,
    does: (["checks in", "is late", "is silent"] as const)[i % 3],
  }));
  await pool.query(
    `UPDATE snitches SET deadline = n.deadline
     FROM unnest($1::uuid[], $2::timestamptz[]) AS n(id, deadline) WHERE snitches.id = n.id`,
    [jobs.map(({ id }) => id), jobs.map(({ lastMoment }) => new Date(lastMoment - DEADLINE_ALLOWANCE_MS))],
  );

  let isStopped = false;
  const sweeping = [1, 2].map(async () => {
    while (!isStopped) {
      await sweepDeadlines(new Date(), NEVER_LOST_MS);
      await sleep(20);
    }
  });
  const respondedAt = new Map<string, number>();
  const statuses = await Promise.all(
    jobs.map(async ({ id, token, lastMoment, does }, i) => {
      const at = does === "checks in" ? lastMoment - MARGIN_MS : lastMoment + MARGIN_MS;
      await sleep(Math.max(at - Date.now(), 0));
      if (does === "is silent") return 202;
      // Every server gets check-ins in time, and all servers get each late check-in at the same time.
      if (does === "checks in")
        return checkIn(urlAt(Math.floor(i / 3), token)).finally(() => respondedAt.set(id, Date.now()));
      const statuses = await Promise.all(servers.map((_, index) => checkIn(urlAt(index, token))));
      return statuses.find((status) => status !== 202) ?? 202;
    }),
  );
  await sleep(Math.max(startsAt + SPREAD_MS + MARGIN_MS - Date.now(), 0));
  isStopped = true;
  await Promise.all(sweeping);

  expect(statuses).toEqual(jobs.map(() => 202));
  const checkIns = await db.checkIn.findMany({ where: { snitch: { caseId: theCase.id } } });
  const isInTime = ({ id, lastMoment }: (typeof jobs)[number]) =>
    checkIns.some(({ snitchId, at }) => snitchId === id && at.getTime() < lastMoment);
  const isCertain = (job: (typeof jobs)[number]) =>
    !isInTime(job) || (respondedAt.get(job.id) ?? Number.POSITIVE_INFINITY) < job.lastMoment;
  const certain = jobs.filter(isCertain);
  const expectedKinds = (job: (typeof jobs)[number]) => {
    if (job.does === "is silent") return ["missing"];
    return isInTime(job) ? [] : ["missing", "reporting"];
  };
  // On a busy machine check-ins are deferred, or misses wait until all processes have said what they recorded.
  await eventually(async () => {
    await replayDeferred(NEVER_LOST_MS);
    await sweepDeadlines(new Date(), NEVER_LOST_MS);
    const alerts = await db.alert.findMany({ where: { caseId: theCase.id } });
    const listKinds = (id: string) => alerts.flatMap(({ snitchId, kind }) => (snitchId === id ? [kind] : []));
    expect(certain.map((job) => [job.does, listKinds(job.id).sort()])).toEqual(
      certain.map((job) => [job.does, expectedKinds(job)]),
    );
  });
});
