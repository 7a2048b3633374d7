import { spawn, spawnSync } from "node:child_process";
import { rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import getPort from "get-port";
import { Redis } from "ioredis";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { raiseAlerts } from "@/lib/alerts/raise";
import { CANARY } from "@/lib/canary/keep";
import type { Sql } from "@/lib/db";
import { startPostgres } from "@/lib/platform/embedded-postgres/start";
import { createDatabase } from "@/lib/platform/postgres-server";
import type { Tale } from "@/lib/snitches/tale";
import { aResend } from "@/lib/testing/fake-resend";
import { openFlakyLine } from "@/lib/testing/flaky-line";
import { randomOf } from "@/lib/testing/random-life";
import { aReceiver, type Receiver } from "@/lib/testing/receiver";
import { WorkerProcess } from "@/lib/testing/worker-process";
import { newSecret } from "@/lib/webhooks/rotate";
import { migrate } from "@/prisma/migrate";

/** CRASH_RUNS=200 for a long walk, CRASH_SEED to repeat one that failed. Half of them on each kind of queue. */
const RUNS = Math.ceil(Number(process.env.CRASH_RUNS ?? 20) / 2);
const FIRST_SEED = Number(process.env.CRASH_SEED ?? 1);
const ALERTS = 500;

const FOLDER = path.resolve(".data", "test", `delivery-crash-${process.pid}`);
const hasRedis = process.env.TEST_REDIS_URL !== undefined && spawnSync("redis-server", ["-v"]).status === 0;

let server: Awaited<ReturnType<typeof startPostgres>>;
let line: Awaited<ReturnType<typeof openFlakyLine>>;
let resend: Awaited<ReturnType<typeof aResend>>;
let receiver: Receiver;

const startServer = () => startPostgres(path.join(FOLDER, "postgres"), { durable: false });

async function connected<Result>(database: string, work: (sql: Sql) => Promise<Result>): Promise<Result> {
  const client = new pg.Client(server.url(database));
  await client.connect();
  try {
    return await work(async (text, values) => (await client.query(text, values)).rows);
  } finally {
    await client.end();
  }
}

const query = <Row extends pg.QueryResultRow>(database: string, text: string) =>
  connected(database, (sql) => sql<Row>(text));

beforeAll(async () => {
  server = await startServer();
  line = await openFlakyLine(server.url("postgres"));
  resend = await aResend();
  receiver = await aReceiver();
}, 60_000);

afterAll(async () => {
  resend.close();
  receiver.close();
  await server.remove();
  await rm(FOLDER, { recursive: true, force: true });
}, 60_000);

for (const place of ["Postgres", "Redis"]) {
  describe.runIf(place === "Postgres" || hasRedis)(`with a queue on ${place}`, () => {
    const database = place.toLowerCase();
    let redis: Awaited<ReturnType<typeof openRedis>> | undefined;
    let worker: WorkerProcess;

    beforeAll(async () => {
      await createDatabase(server.url("postgres"), database);
      await migrate(server.url(database));
      const url = new URL(line.url);
      url.pathname = `/${database}`;
      redis = place === "Redis" ? await openRedis() : undefined;
      worker = await WorkerProcess.open({
        DATABASE_URL: url.href,
        REDIS_URL: redis?.url ?? "",
        RESEND_API_KEY: "re_test",
        RESEND_BASE_URL: resend.url,
      });
    }, 60_000);

    afterAll(async () => {
      await worker.signal("SIGKILL");
      redis?.close();
    });

    async function killWorker() {
      await worker.signal("SIGKILL");
      await worker.reopen();
    }

    async function restartPostgres(awayMs: number) {
      await server.stop();
      await sleep(awayMs);
      server = await startServer();
      line.leadTo(server.url(database));
    }

    /** Lets something go wrong at a random instant of a burst of alerts. */
    async function crash(seed: number) {
      const random = randomOf(seed);
      const heardBefore = receiver.heard.length;
      await burst(database, seed);
      await vi.waitFor(() => expect(receiver.heard.length).toBeGreaterThan(heardBefore), soon);
      await sleep(random() * 1_000);

      const mishaps = [killWorker, () => restartPostgres(random() * 500)];
      if (redis) mishaps.push(redis.flush);
      const [first, second] = [
        Math.floor(random() * mishaps.length),
        Math.floor(random() * 2 * mishaps.length),
      ];
      await Promise.all([...new Set([first, second])].map((which) => mishaps[which]?.()));
    }

    test(
      `whatever ${RUNS} crashes interrupt: each alert reaches its address and its webhook, under one id each`,
      async () => {
        for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) await crash(seed);
        await settled(database);
        await prove(database);
      },
      RUNS * 30_000 + 60_000,
    );
  });
}

const soon = { timeout: 30_000, interval: 20 };

/** Hundreds of alerts in one transaction, each with an address and a webhook to tell. Nobody rings for them. */
const burst = (database: string, seed: number) =>
  connected(database, async (sql) => {
    await sql("BEGIN");
    const snitches = await sql<{ id: string; caseId: string; alertEmail: string[] }>(
      `WITH owner AS (INSERT INTO cases (id, name) VALUES (new_id(), $1) RETURNING id),
         hook AS (INSERT INTO webhooks (id, case_id, url, secret) SELECT new_id(), id, $2, $3 FROM owner)
       INSERT INTO snitches (id, token, name, interval, status, deadline, alert_email, case_id)
       SELECT new_id(), left(md5($1 || '-' || n), 16), 'Job ' || n, 'daily', 'failed', now() + interval '1 day',
         ARRAY[$1 || '-' || n || '@example.com'], owner.id
       FROM generate_series(1, ${ALERTS}) n, owner
       RETURNING id, case_id AS "caseId", alert_email AS "alertEmail"`,
      [`${database}-${seed}`, `${receiver.url}?${database}`, newSecret()],
    );
    await raiseAlerts(
      sql,
      snitches.map((snitch) => ({ snitch, tales: [MISSED] })),
    );
    await sql("COMMIT");
  });

const MISSED: Tale = {
  kind: "missing",
  from: "healthy",
  to: "failed",
  at: new Date("2026-03-10T00:00Z"),
  exitStatus: "",
  message: "",
  lastCheckedInAt: null,
  silentSince: null,
  byMail: true,
};

/** All but the canary, which tells nobody. */
const OURS = `WHERE case_id <> '${CANARY.caseId}'`;
const OWED = ["notices WHERE sent_at IS NULL", "deliveries WHERE accepted_at IS NULL"];

/** Lets leases run out and next tries come, minute by minute, until nothing is owed any more. */
const settled = (database: string) =>
  vi.waitFor(
    async () => {
      await query(
        database,
        "UPDATE notices SET due_at = due_at - interval '1 minute' WHERE sent_at IS NULL; UPDATE deliveries SET due_at = due_at - interval '1 minute' WHERE accepted_at IS NULL",
      );
      const [alerts] = await query<{ n: number }>(database, `SELECT count(*)::int AS n FROM alerts ${OURS}`);
      expect(alerts?.n).toBe(RUNS * ALERTS);
      for (const owed of OWED) {
        expect(await query(database, `SELECT count(*)::int AS n FROM ${owed}`)).toEqual([{ n: 0 }]);
      }
    },
    { timeout: RUNS * 10_000 + 30_000, interval: 1_000 },
  );

async function prove(database: string) {
  const hint = "repeat it with CRASH_SEED and CRASH_RUNS";
  const tokens = await query<{ token: string }>(
    database,
    `SELECT token FROM snitches ${OURS} ORDER BY token`,
  );

  const ids = new Map<string, Set<unknown>>();
  for (const { headers, body, path } of receiver.heard.filter((one) => one.path.endsWith(`?${database}`))) {
    const { token } = JSON.parse(body).data.snitch;
    ids.set(token, (ids.get(token) ?? new Set()).add(headers["webhook-id"]));
    expect(path, hint).toBe(`/hook?${database}`);
  }
  expect([...ids.keys()].toSorted(), `${hint}: each alert reached its webhook`).toEqual(
    tokens.map(({ token }) => token),
  );
  const twice = [...ids].filter(([, seen]) => seen.size !== 1);
  expect(twice, `${hint}: a receiver that drops repeated ids hears of each once`).toEqual([]);

  const people = resend.sent.map(({ to }) => to).filter((to) => to.startsWith(`${database}-`));
  const addresses = await query<{ address: string }>(
    database,
    "SELECT address FROM notices ORDER BY address",
  );
  expect(addresses, hint).toHaveLength(RUNS * ALERTS);
  expect(people.toSorted(), `${hint}: each address got one mail`).toEqual(
    addresses.map(({ address }) => address).toSorted(),
  );
}

/** A Redis of this test's own, because it is emptied. */
async function openRedis() {
  const port = await getPort();
  const flags = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const child = spawn("redis-server", flags, { stdio: "ignore" });
  const url = `redis://127.0.0.1:${port}`;
  const client = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: () => 50 });
  client.on("error", () => {});
  await client.ping();
  return {
    url,
    flush: async () => {
      await client.flushall();
    },
    close: () => {
      client.disconnect();
      child.kill();
    },
  };
}
