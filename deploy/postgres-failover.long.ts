import { mkdtempSync, rmSync } from "node:fs";
import { chmod, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { withClient } from "@/lib/platform/postgres-server";
import { migrate } from "@/prisma/migrate";
import { type SentCheckIn, startJobs } from "@/testing/continuous-jobs";
import { openPooler } from "@/testing/deploy/pooler";
import { openPostgresPair } from "@/testing/deploy/postgres-pair";
import { missingPackages } from "@/testing/deploy/programs";
import { openProxy } from "@/testing/deploy/proxy";
import { openOwnRedis } from "@/testing/own-redis";
import { type ServerProcess, startCheckInServer, startWorker } from "@/testing/server-process";

const isLeftOut = missingPackages(["haproxy", "pgbouncer", "postgresql", "redis-server"]).length > 0;
const folder = isLeftOut ? "" : mkdtempSync(path.join(tmpdir(), "tattle-failover-"));
/** How each check-in server reaches Postgres. The last one has the address of the standby, as after a change in DNS. */
const WAYS = ["HAProxy", "PgBouncer", "standby"] as const;
const JOBS_PER_SERVER = 3;
const TOKENS = 6_000;
/** Jobs that stay silent. Their deadlines, and the minute of allowance, pass while there is no primary. */
const OVERDUE = 40;
const BACK_WITHIN_MS = 10_000;
/** After an outage no snitch is called missing for 30 seconds. The rest is for the start of the worker. */
const HELD_MS = 25_000;

let pair: Awaited<ReturnType<typeof openPostgresPair>>;
let proxy: Awaited<ReturnType<typeof openProxy>>;
let pooler: Awaited<ReturnType<typeof openPooler>>;
let redis: Awaited<ReturnType<typeof openOwnRedis>>;
let servers: ServerProcess[] = [];
let workers: ServerProcess[] = [];
const buildJournalPath = (i: number) => path.join(folder, `checkin-${i}`, "journal");
const primaryUrl = () => pair.urlAt(proxy.ports.postgres);
const aWorker = (databaseUrl: string, redisUrl = "") =>
  startWorker({ DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, BACKUPS: "off" });
/** A worker whose statements share a few connections of PgBouncer. Its queue is in Redis, because one in Postgres listens. */
const aPooledWorker = () => aWorker(pooler.buildUrl("tattle_workers"), redis.url);

beforeAll(async () => {
  if (isLeftOut) return;
  await chmod(folder, 0o755);
  pair = await openPostgresPair(path.join(folder, "postgres"));
  proxy = await openProxy(folder, { postgres: pair.ports });
  await vi.waitFor(() => migrate(primaryUrl()), 20_000);
  pooler = await openPooler(folder, primaryUrl());
  redis = await openOwnRedis();
  const urls = [primaryUrl(), pooler.buildUrl("tattle"), pair.urlAt(pair.ports[1])];
  servers = await Promise.all(
    urls.map((databaseUrl, i) =>
      startCheckInServer({ databaseUrl, dataDir: path.dirname(buildJournalPath(i)) }),
    ),
  );
  workers = await Promise.all([aWorker(primaryUrl()), aPooledWorker()]);
}, 120_000);

afterAll(async () => {
  await Promise.all([...servers, ...workers].map((one) => one.signal("SIGKILL")));
  redis?.close();
  await pooler?.close();
  await proxy?.close();
  await pair?.close();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

const query = <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  withClient(primaryUrl(), async (client) => (await client.query(text, values)).rows);

const ADD_SNITCHES = `
  WITH new_case AS (INSERT INTO cases (id, name) VALUES (new_id(), $1) RETURNING id)
  INSERT INTO snitches (id, token, name, interval, case_id, status, checked_in_at, deadline)
  SELECT new_id(), left(md5($1 || '-' || n), 16), 'Job ' || n, 'daily', new_case.id,
    (CASE WHEN $3::timestamptz IS NULL THEN 'pending' ELSE 'healthy' END)::status, $3::timestamptz - interval '1 day', $3
  FROM generate_series(1, $2::int) n, new_case RETURNING token`;

/** Adds snitches that have not reported yet, or healthy ones with this deadline. Returns their tokens. */
async function addSnitches(name: string, count: number, deadline: Date | null): Promise<string[]> {
  const rows = await query<{ token: string }>(ADD_SNITCHES, [name, count, deadline]);
  return rows.map(({ token }) => token);
}

const msSince = async (sinceMs: number, until: () => Promise<unknown>): Promise<number> => {
  await vi.waitFor(until, { timeout: 60_000, interval: 50 });
  return Date.now() - sinceMs;
};
const isCommitting = () => query("CREATE TABLE IF NOT EXISTS back ()");
const isReplayed = async (i: number) => expect(await readdir(buildJournalPath(i))).toEqual([]);

async function verify(checkIns: SentCheckIn[]): Promise<number> {
  const rows = await query<{ message: string }>(
    "SELECT message FROM check_ins WHERE starts_with(message, 'died-') AND accepted",
  );
  const recorded = rows.map(({ message }) => message);
  const accepted = checkIns.flatMap(({ status, message }) => (status === 202 ? [message] : []));
  const messages = new Set(recorded);
  expect(messages.size, "no check-in is recorded twice").toBe(recorded.length);
  expect(
    accepted.filter((message) => !messages.has(message)),
    "every accepted check-in is recorded",
  ).toEqual([]);
  const others = checkIns.filter(({ status }) => status !== 202 && status !== 429);
  expect(others, "every job got an answer").toEqual([]);
  return accepted.length;
}

const missing = () =>
  query<{ token: string; count: number }>(
    `SELECT s.token, count(*)::int AS count FROM alerts a JOIN snitches s ON s.id = a.snitch_id
     JOIN cases c ON c.id = s.case_id WHERE a.kind = 'missing' AND c.name IN ('died', 'silent') GROUP BY 1`,
  );

test.skipIf(isLeftOut)(
  "the primary dies under load and its standby is promoted: no check-in is lost, none doubled, and only silent jobs are called missing",
  async () => {
    const tokens = await addSnitches("died", TOKENS, null);
    const diesAt = Date.now() + 8_000;
    const late = await addSnitches("silent", OVERDUE, new Date(diesAt + 1_000 - 60_000));
    const stops = servers.map(({ url }, i) => {
      const own = tokens.filter((_, n) => n % servers.length === i);
      return startJobs(url, JOBS_PER_SERVER, own, `died-${i}`);
    });
    await sleep(diesAt - Date.now());

    const atMs = Date.now();
    pair.killPrimary();
    await Promise.all(workers.map((worker) => worker.signal("SIGKILL")));
    await pair.promoteStandby();
    const promotedMs = Date.now() - atMs;
    const committing = msSince(atMs, isCommitting);
    const replayed = Promise.all(WAYS.map((_, i) => msSince(atMs, () => isReplayed(i))));
    const committingMs = await committing;
    // It has lost no connection. Others may hold check-ins, which it cannot know.
    const startedAtMs = Date.now();
    workers = [await aPooledWorker()];
    const replayedMs = await replayed;
    await sleep(2_000);
    const checkIns = (await Promise.all(stops.map((stop) => stop()))).flat();
    for (const i of WAYS.keys()) await msSince(atMs, () => isReplayed(i));

    const accepted = await verify(checkIns);
    const during = checkIns.filter(({ sentAt }) => sentAt > atMs && sentAt < atMs + committingMs);
    const slowestMs = Math.max(...checkIns.map(({ sentAt, respondedAt }) => respondedAt - sentAt));
    const replays = WAYS.map((way, i) => `${replayedMs[i]} ms through ${way}`).join(", ");
    console.log(
      `${accepted} check-ins were accepted, ${during.length} of them without a primary. Promoted after ${promotedMs} ms, committing after ${committingMs} ms, journals replayed after ${replays}; slowest answer ${slowestMs} ms.`,
    );
    expect(during.length).toBeGreaterThan(0);
    // The last one also has all check-ins from before, so its journal takes longer.
    expect(Math.max(committingMs, ...replayedMs.slice(0, -1))).toBeLessThan(BACK_WITHIN_MS);

    await sleep(Math.max(0, startedAtMs + HELD_MS - Date.now()));
    expect(await missing(), "right after an outage, nobody is called missing").toEqual([]);
    await vi.waitFor(async () => expect(await missing()).toHaveLength(OVERDUE), {
      timeout: 60_000,
      interval: 500,
    });
    expect((await missing()).map(({ token }) => token).toSorted()).toEqual(late.toSorted());
    expect((await missing()).filter(({ count }) => count !== 1)).toEqual([]);

    await Promise.all(workers.map((worker) => worker.signal("SIGTERM")));
    const locks = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory'";
    expect(await query(locks), "no lock stays behind in PgBouncer").toEqual([]);
  },
  240_000,
);
