import { spawnSync } from "node:child_process";
import { rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { newSigningSecret } from "@/lib/channel-kinds/signing-secret";
import { type EvaluatedAlert, raiseAlerts } from "@/lib/incidents/raise-alerts";
import { CANARY } from "@/lib/metrics/canary";
import { wakeTimers } from "@/lib/outbox/wake-timers";
import { inTurn, type Sql } from "@/lib/platform/db";
import { startPostgres } from "@/lib/platform/embedded-postgres/start";
import { encrypt } from "@/lib/platform/encrypt";
import { createDatabase } from "@/lib/platform/postgres-server";
import { migrate } from "@/prisma/migrate";
import { DAILY_FACTS } from "@/testing/alert-facts";
import { LISTENER } from "@/testing/empty-database";
import { eventually } from "@/testing/eventually";
import { aResend } from "@/testing/fake-resend";
import { openFlakyConnection } from "@/testing/flaky-connection";
import { openOwnRedis } from "@/testing/own-redis";
import { seededRandom } from "@/testing/random-history";
import { aReceiver, type Receiver } from "@/testing/receiver";
import { FIRST_SEED, runsFor } from "@/testing/runs";
import { BOTH, type ServerProcess, startWorker } from "@/testing/server-process";
import { setSignUp } from "@/testing/sign-up-rule";

/** On each kind of queue. */
const RUNS = runsFor("worker/crash.test.ts");
const ALERTS = process.env.TEST_LONG ? 600 : 150;

const FOLDER = path.resolve(".data", "test", `delivery-crash-${process.pid}`);
const hasRedis = process.env.TEST_REDIS_URL !== undefined && spawnSync("redis-server", ["-v"]).status === 0;

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let connection: Awaited<ReturnType<typeof openFlakyConnection>>;
let resend: Awaited<ReturnType<typeof aResend>>;
let receiver: Receiver;

const startDatabase = () => startPostgres(path.join(FOLDER, "postgres"), { durable: false });

async function withClient<Result>(database: string, work: (sql: Sql) => Promise<Result>): Promise<Result> {
  const client = new pg.Client(postgres.url(database));
  await client.connect();
  try {
    return await work(inTurn(async (text, values) => (await client.query(text, values)).rows));
  } finally {
    await client.end();
  }
}

const query = <Row extends pg.QueryResultRow>(database: string, text: string) =>
  withClient(database, (sql) => sql<Row>(text));

beforeAll(async () => {
  postgres = await startDatabase();
  connection = await openFlakyConnection(postgres.url("postgres"));
  resend = await aResend();
  receiver = await aReceiver();
});

afterAll(async () => {
  resend.close();
  receiver.close();
  await postgres.remove();
  await rm(FOLDER, { recursive: true, force: true });
});

const KINDS = [
  { program: "worker", backend: "Postgres" },
  ...(process.env.TEST_LONG
    ? ([
        { program: BOTH, backend: "Postgres" },
        { program: "worker", backend: "Redis" },
      ] as const)
    : []),
] as const;

for (const { program, backend } of KINDS) {
  describe.runIf(backend === "Postgres" || hasRedis)(`${program} with a queue on ${backend}`, () => {
    const database = `${program}-${backend}`.toLowerCase();
    let redis: Awaited<ReturnType<typeof openOwnRedis>> | undefined;
    let worker: ServerProcess;
    let hasRestarted = false;
    let rushesHit = 0;

    beforeAll(async () => {
      await createDatabase(postgres.url("postgres"), database);
      await migrate(postgres.url(database));
      await query(database, LISTENER);
      const url = new URL(connection.url);
      url.pathname = `/${database}`;
      redis = backend === "Redis" ? await openOwnRedis() : undefined;
      const variables = {
        DATABASE_URL: url.href,
        DATA_DIR: path.join(FOLDER, "data"),
        REDIS_URL: redis?.url ?? "",
        RESEND_API_KEY: "re_test",
        RESEND_BASE_URL: resend.url,
        // Says why nothing is sent anymore.
        LOG_LEVEL: "error",
      };
      worker = await startWorker(variables, program);
    });

    afterAll(async () => {
      await worker.signal("SIGKILL");
      redis?.close();
    });

    async function killWorker() {
      expect(worker.exitCode, `it has written last:\n${worker.ending}`).toBeNull();
      await worker.signal("SIGKILL");
      await worker.restart();
    }

    async function restartPostgres(downMs: number) {
      await postgres.stop();
      await sleep(downMs);
      postgres = await startDatabase();
      connection.connectTo(postgres.url(database));
      hasRestarted = true;
    }

    /** After an outage of the database, reports are left as they are for 30 seconds. No one has to wait for a new one. */
    async function forgetOutages() {
      if (!hasRestarted) return;
      await query(database, "UPDATE _prisma_migrations SET started_at = now()");
      await killWorker();
      hasRestarted = false;
    }

    /** Returns a moment after some of many alerts have been sent. */
    async function whileSending(seed: number, random: () => number) {
      const receivedBefore = receiver.requests.length;
      await raiseManyAlerts(database, seed);
      const state = () =>
        `seed ${seed}, exit code ${worker.exitCode}, it has written last:\n${worker.ending}`;
      await eventually(() => expect(receiver.requests.length, state()).toBeGreaterThan(receivedBefore));
      await sleep(random() * 1_000);
    }

    /** Returns while a rush of error reports is being applied, or a moment later. */
    async function whileApplying(seed: number, random: () => number) {
      await forgetOutages();
      await leaveManyReports(database, seed);
      await sleep(random() * 1_500);
      if ((await countLeft(database)) > 0) rushesHit += 1;
    }

    /** Causes one or two crashes at a random moment during a burst of alerts: each second time they are those of a rush. */
    async function crash(seed: number) {
      const random = seededRandom(seed);
      await (seed % 2 === 1 ? whileApplying : whileSending)(seed, random);

      const crashes = [killWorker, () => restartPostgres(random() * 500)];
      if (redis) crashes.push(redis.flush);
      const [first, second] = [
        Math.floor(random() * crashes.length),
        Math.floor(random() * 2 * crashes.length),
      ];
      await Promise.all([...new Set([first, second])].map((index) => crashes[index]?.()));
    }

    test(
      `after ${RUNS} crashes, each alert has reached its address and its webhook, under one id each`,
      async () => {
        for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) await crash(seed);
        // A few crashes may all come too late.
        console.log(`${rushesHit} of ${RUNS} crashes came before a rush was applied`);
        expect(rushesHit).toBeGreaterThanOrEqual(Math.floor(RUNS / 10));
        await forgetOutages();
        await untilAllSent(database);
        await verify(database);
      },
      RUNS * 50_000 + 300_000,
    );
  });
}

type AddedSnitch = { id: string; caseId: string; alertEmail: string[] };

/** Adds a case with a webhook and hundreds of snitches with an address each. */
const addSnitches = (sql: Sql, database: string, seed: number, status: "healthy" | "failed") =>
  sql<AddedSnitch>(
    `WITH new_case AS (INSERT INTO cases (id, name) VALUES (new_id(), $1) RETURNING id),
       hook AS (INSERT INTO channels (id, case_id, url, secret) SELECT new_id(), id, $2, $3 FROM new_case)
     INSERT INTO snitches (id, token, name, interval, status, deadline, alert_email, case_id)
     SELECT new_id(), left(md5($1 || '-' || n), 16), 'Job ' || n, 'daily', $4::status, now() + interval '1 day',
       ARRAY[$1 || '-' || n || '@example.com'], new_case.id
     FROM generate_series(1, ${ALERTS}) n, new_case
     RETURNING id, case_id AS "caseId", alert_email AS "alertEmail"`,
    [`${database}-${seed}`, encrypt(`${receiver.url}?${database}`), encrypt(newSigningSecret()), status],
  );

/** Raises hundreds of alerts in one transaction, each with an email and a delivery. No worker is woken for them. */
const raiseManyAlerts = (database: string, seed: number) =>
  withClient(database, async (sql) => {
    // The addresses belong to no member, and none can confirm.
    setSignUp("invited");
    await sql("BEGIN");
    const snitches = await addSnitches(sql, database, seed, "failed");
    await raiseAlerts(
      sql,
      snitches.map((snitch) => ({ snitch, alerts: [MISSING] })),
    );
    await sql("COMMIT");
  });

/** Records hundreds of error reports as in a rush: they are deferred, and the workers are woken for them. */
const leaveManyReports = (database: string, seed: number) =>
  withClient(database, async (sql) => {
    await sql("BEGIN");
    const snitches = await addSnitches(sql, database, seed, "healthy");
    await sql(
      `WITH reported AS (
         INSERT INTO check_ins (id, snitch_id, at, exit_status) SELECT new_id(), id, now(), '1' FROM unnest($1::uuid[]) id RETURNING snitch_id, at)
       UPDATE snitches s SET deferred_since = r.at, check_in_count = 1 FROM reported r WHERE s.id = r.snitch_id`,
      [snitches.map(({ id }) => id)],
    );
    await wakeTimers(sql, "sweep");
    await sql("COMMIT");
  });

async function countLeft(database: string): Promise<number> {
  const [left] = await query<{ n: number }>(
    database,
    "SELECT count(*)::int AS n FROM snitches WHERE deferred_since IS NOT NULL",
  );
  return left?.n ?? 0;
}

const MISSING: EvaluatedAlert = {
  kind: "missing",
  from: "healthy",
  to: "failed",
  at: new Date("2026-03-10T00:00Z"),
  exitStatus: "",
  message: "",
  lastCheckedInAt: null,
  silentSince: null,
  isExcused: false,
  cause: null,
  run: null,
  facts: { ...DAILY_FACTS, decidedAt: "2026-03-10T00:01:00.000Z" },
  alerting: { kind: "notify", of: "alert", emails: "now" },
  incidentId: null,
  severity: "critical",
};

/** All rows but those of the canary, whose alerts have no email. */
const WITHOUT_CANARY = `WHERE case_id <> '${CANARY.caseId}'`;
const PENDING = ["emails WHERE sent_at IS NULL", "deliveries WHERE accepted_at IS NULL"];

/** Makes leases expire and retries due, minute by minute, until no row is pending. */
const untilAllSent = (database: string) =>
  vi.waitFor(
    async () => {
      await query(
        database,
        "UPDATE emails SET due_at = due_at - interval '1 minute' WHERE sent_at IS NULL AND due_at > now(); UPDATE deliveries SET due_at = due_at - interval '1 minute' WHERE accepted_at IS NULL AND due_at > now()",
      );
      const [alerts] = await query<{ n: number }>(
        database,
        `SELECT count(*)::int AS n FROM alerts ${WITHOUT_CANARY}`,
      );
      expect(alerts?.n).toBe(RUNS * ALERTS);
      for (const pending of PENDING) {
        expect(await query(database, `SELECT count(*)::int AS n FROM ${pending}`)).toEqual([{ n: 0 }]);
      }
    },
    { timeout: RUNS * 20_000 + 240_000, interval: 1_000 },
  );

async function verify(database: string) {
  const hint = "repeat it with TEST_SEED and TEST_RUNS";
  const tokens = await query<{ token: string }>(
    database,
    `SELECT token FROM snitches ${WITHOUT_CANARY} ORDER BY token`,
  );

  const ids = new Map<string, Set<unknown>>();
  for (const { headers, body, path } of receiver.requests.filter((request) =>
    request.path.endsWith(`?${database}`),
  )) {
    const { token } = JSON.parse(body).data.snitch;
    ids.set(token, (ids.get(token) ?? new Set()).add(headers["webhook-id"]));
    expect(path, hint).toBe(`/hook?${database}`);
  }
  expect([...ids.keys()].toSorted(), `${hint}: each alert reached its webhook`).toEqual(
    tokens.map(({ token }) => token),
  );
  const withSeveralIds = [...ids].filter(([, channelIds]) => channelIds.size !== 1);
  expect(withSeveralIds, `${hint}: every request about an alert has the same id`).toEqual([]);

  const recipients = resend.sent.map(({ to }) => to).filter((to) => to.startsWith(`${database}-`));
  const addresses = await query<{ address: string }>(database, "SELECT address FROM emails ORDER BY address");
  expect(addresses, hint).toHaveLength(RUNS * ALERTS);
  expect(recipients.toSorted(), `${hint}: each address got one email`).toEqual(
    addresses.map(({ address }) => address).toSorted(),
  );
}
