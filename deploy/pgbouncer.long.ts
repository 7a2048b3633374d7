import { mkdtempSync, rmSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createApiKey } from "@/lib/cases/api-key";
import { db, query } from "@/lib/platform/db";
import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/schedule/deadline-allowance";
import { build } from "@/scripts/build";
import { startJobs } from "@/testing/continuous-jobs";
import { aMachine, type MachineName } from "@/testing/deploy/machine";
import { keepsPreparedStatements, openPooler, type PooledName } from "@/testing/deploy/pooler";
import { missingPackages } from "@/testing/deploy/programs";
import { ACTOR, aCase, aSnitch, aWebhook, manySnitches } from "@/testing/factories";
import type { Machine } from "@/testing/fleet";
import { openOwnRedis } from "@/testing/own-redis";
import { aReceiver } from "@/testing/receiver";
import { basic } from "@/testing/requests";

const isLeftOut = missingPackages(["pgbouncer", "redis-server"]).length > 0;
const folder = isLeftOut ? "" : mkdtempSync(path.join(tmpdir(), "tattle-pooled-"));
const JOBS = 8;
const SNITCHES = 500;
const OVERDUE = 40;
const LOAD_MS = 8_000;
/** How many connections to Postgres `tattle_shared` has. */
const SHARED = 20;

let pages: string;
let redis: Awaited<ReturnType<typeof openOwnRedis>>;
let pooler: Awaited<ReturnType<typeof openPooler>>;
let machines: Machine[] = [];

beforeAll(async () => {
  if (isLeftOut) return;
  await chmod(folder, 0o755);
  pages = await build();
  redis = await openOwnRedis();
  pooler = await openPooler(folder, process.env.DATABASE_URL ?? "");
}, 400_000);

afterAll(async () => {
  for (const machine of machines) machine.kill();
  redis?.close();
  await pooler?.close();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

/** Starts one of our processes with this database. */
async function start(name: MachineName, databaseUrl: string): Promise<Machine> {
  const env = { DATABASE_URL: databaseUrl, REDIS_URL: redis.url };
  const machine = await aMachine(name, { pages, folder, env });
  machines.push(machine);
  await machine.start();
  return machine;
}

/** Reads and renames snitches through the API, over eight connections, until this time. Returns the statuses. */
async function callApi(url: string, key: string, tokens: string[], until: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: JOBS });
  const headers = { Authorization: basic(key), "Content-Type": "application/json" };
  const call = (method: string, token: string) =>
    new Promise<number>((resolve, reject) => {
      const outgoing = request(`${url}/v1/snitches/${token}`, { agent, method, headers }, (response) => {
        response.resume().once("end", () => resolve(response.statusCode ?? 0));
      });
      outgoing.once("error", reject);
      outgoing.end(method === "PATCH" ? JSON.stringify({ name: `Renamed ${token}` }) : undefined);
    });
  const statuses: number[] = [];
  await Promise.all(
    Array.from({ length: JOBS }, async (_, job) => {
      for (let i = job; Date.now() < until; i += JOBS)
        statuses.push(await call(i % 3 === 0 ? "PATCH" : "GET", tokens[i % tokens.length] ?? ""));
    }),
  );
  agent.destroy();
  return statuses;
}

const connectionsOfPooler = async (): Promise<number> => {
  const [row] = await query<{ count: number }>(
    "SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'pooled'",
    [],
  );
  return row?.count ?? 0;
};

/** Runs one of each process with this database of PgBouncer under load. Returns how many connections to Postgres they have. */
async function tryAll(name: PooledName): Promise<number> {
  const url = `${pooler.buildUrl(name)}?application_name=pooled`;
  const checkin = await start("checkin", url);
  const web = await start("web", url);
  await start("worker", url);
  const receiver = await aReceiver();
  const { id: caseId } = await aCase();
  await aWebhook({ caseId, url: receiver.url });
  const { key } = await createApiKey(caseId, { name }, ACTOR);
  const snitches = await manySnitches(SNITCHES, { caseId });
  const tokens = snitches.map(({ token }) => token);
  const begin = Date.now() - DEADLINE_ALLOWANCE_MS + 2_000;
  const missing = await Promise.all(
    Array.from({ length: OVERDUE }, (_, i) =>
      aSnitch({ caseId, status: "healthy", deadline: new Date(begin + i * 100) }),
    ),
  );

  const stopJobs = startJobs(checkin.url, JOBS, tokens, name, { withRuns: true });
  const statuses = await callApi(web.url, key, tokens, Date.now() + LOAD_MS);
  const ofSnitches = { accepted: true, snitchId: { in: snitches.map(({ id }) => id) } };
  // A busy machine needs longer for as many check-ins.
  const checkIns = () => db.checkIn.count({ where: ofSnitches });
  await vi.waitFor(async () => expect(await checkIns()).toBeGreaterThan(SNITCHES), 60_000);
  const responses = await stopJobs();

  expect(statuses.length).toBeGreaterThan(JOBS);
  expect(new Set(statuses)).toEqual(new Set([200]));
  const accepted = responses.flatMap(({ status, message }) => (status === 202 ? [message] : []));
  expect(accepted.length).toBeGreaterThan(SNITCHES);
  expect(responses.filter(({ status }) => status !== 202 && status !== 429)).toEqual([]);
  const rows = await db.checkIn.findMany({
    where: ofSnitches,
    select: { message: true },
  });
  expect(rows.map(({ message }) => message).toSorted()).toEqual(accepted.toSorted());

  const notified = () =>
    receiver.requests
      .map(({ body }) => JSON.parse(body))
      .flatMap(({ type, data }) => (type === "snitch.missing" ? [data.snitch.token] : []));
  await vi.waitFor(() => expect(new Set(notified()).size).toBe(OVERDUE), { timeout: 30_000, interval: 200 });
  await sleep(1_000);
  expect(notified().toSorted()).toEqual(missing.map(({ token }) => token).toSorted());
  receiver.close();
  const connections = await connectionsOfPooler();
  console.log(
    `${name}: ${accepted.length} check-ins, ${statuses.length} API calls and ${OVERDUE} alerts through ${connections} connections to Postgres: none lost, none double.`,
  );
  for (const machine of machines) await machine.stop();
  machines = [];
  return connections;
}

test.skipIf(isLeftOut)(
  "behind PgBouncer each of web, checkin and worker has connections of its own",
  async () => expect(await tryAll("tattle")).toBeGreaterThan(0),
  120_000,
);

test.skipIf(isLeftOut || !keepsPreparedStatements())(
  "behind a PgBouncer that keeps prepared statements, web, checkin and worker share a few connections",
  async () => {
    const connections = await tryAll("tattle_shared");
    expect(connections).toBeGreaterThan(0);
    expect(connections).toBeLessThanOrEqual(SHARED);
  },
  120_000,
);
