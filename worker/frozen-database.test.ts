import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startPostgres } from "@/lib/platform/embedded-postgres/start";
import { createDatabase } from "@/lib/platform/postgres-server";
import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/schedule/deadline-allowance";
import { migrate } from "@/prisma/migrate";
import { freeze } from "@/testing/freeze";
import { seededRandom } from "@/testing/random-history";
import { FIRST_SEED, runsFor } from "@/testing/runs";
import { type ServerProcess, startCheckInServer, startWorker } from "@/testing/server-process";

const RUNS = runsFor("worker/frozen-database.test.ts");

/** Installations on one Postgres: a freeze is a run in each of them. */
const INSTALLATIONS = Math.min(RUNS, 2);
const FOLDER = path.resolve(".data", "test", `frozen-${process.pid}`);

/** In each run and installation. */
const JOBS = 120;
const OVERDUE = 5;

type Installation = { name: string; client: pg.Client; servers: ServerProcess[] };

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let installations: Installation[];

async function install(name: string): Promise<Installation> {
  await createDatabase(postgres.url("postgres"), name);
  await migrate(postgres.url(name));
  const client = new pg.Client(postgres.url(name));
  await client.connect();
  const databaseUrl = postgres.url(name);
  const dataDir = path.join(FOLDER, name);
  const servers = await Promise.all([
    startWorker({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir }),
    startCheckInServer({ databaseUrl, dataDir }),
    startCheckInServer({ databaseUrl, dataDir }),
  ]);
  return { name, client, servers };
}

beforeAll(async () => {
  postgres = await startPostgres(path.join(FOLDER, "postgres"), { durable: false });
  installations = [];
  // One after another: Prisma’s engine applies one migration at a time.
  for (let i = 0; i < INSTALLATIONS; i += 1) installations.push(await install(`frozen_${i}`));
});

afterAll(async () => {
  for (const { client, servers } of installations) {
    await Promise.all(servers.map((server) => server.signal("SIGKILL")));
    await client.end();
  }
  await postgres.remove();
  await rm(FOLDER, { recursive: true, force: true });
});

const postmaster = () =>
  Number(readFileSync(path.join(postgres.folder, "data", "postmaster.pid"), "utf8").split("\n")[0]);

/** A job whose miss is decided at a time, if it has not checked in until then. */
type Job = { token: string; checksInAtMs: number; decidedAtMs: number };

type Plan = { beginMs: number; freezeAtMs: number; frozenMs: number; jobs: Job[]; missing: string[] };

/** The check-ins of all jobs are sent in time, by a second and a half at least. */
const IN_TIME_MS = 1_500;

/** Postgres is frozen for longer than a statement of a check-in may take, so that journals are written. */
function plan(seed: number, name: string): Plan {
  const shared = seededRandom(seed);
  const beginMs = Date.now() + 1_000;
  const freezeAtMs = beginMs + 2_000 + shared() * 1_500;
  const frozenMs = 3_100 + shared() * 6_000;
  const random = seededRandom(seed * 1_000 + Number(name.at(-1)));
  const token = (kind: string, i: number) =>
    `${kind}${String(seed).padStart(8, "0")}${String(i).padStart(7, "0")}`;
  const jobs = Array.from({ length: JOBS }, (_, i): Job => {
    const decidedAtMs = beginMs + IN_TIME_MS + random() * (freezeAtMs + frozenMs + 3_000 - beginMs);
    const checksInAtMs = Math.max(beginMs, decidedAtMs - IN_TIME_MS - random() * 6_000);
    return { token: token("a", i), checksInAtMs, decidedAtMs };
  });
  return {
    beginMs,
    freezeAtMs,
    frozenMs,
    jobs,
    missing: Array.from({ length: OVERDUE }, (_, i) => token("b", i)),
  };
}

async function addSnitches({ client }: Installation, { beginMs, frozenMs, jobs, missing }: Plan) {
  const rows = [
    ...jobs,
    ...missing.map((token) => ({ token, decidedAtMs: beginMs + Math.random() * (frozenMs + 4_000) })),
  ];
  await client.query(
    `WITH new_case AS (INSERT INTO cases (id, name) VALUES (new_id(), 'Jobs') RETURNING id)
     INSERT INTO snitches (id, token, name, interval, case_id, status, deadline, watch_at, checked_in_at)
     SELECT new_id(), n.token, n.token, 'daily', new_case.id, 'healthy', to_timestamp(n.due), to_timestamp(n.due), now() - interval '1 day'
     FROM unnest($1::text[], $2::float8[]) AS n (token, due), new_case`,
    [
      rows.map(({ token }) => token),
      rows.map(({ decidedAtMs }) => (decidedAtMs - DEADLINE_ALLOWANCE_MS) / 1_000),
    ],
  );
}

const until = (ms: number) => sleep(Math.max(0, ms - Date.now()));

/** Sends the check-ins of all jobs at their times. Returns how many were not accepted. */
async function checkIn({ servers }: Installation, { jobs }: Plan): Promise<number> {
  const urls = servers.slice(1).map(({ url }) => url);
  const statuses = await Promise.all(
    jobs.map(async ({ token, checksInAtMs }, i) => {
      await until(checksInAtMs);
      const response = await fetch(`${urls[i % urls.length]}/${token}`).catch(() => null);
      return response?.status;
    }),
  );
  return statuses.filter((status) => status !== 202).length;
}

async function count({ client }: Installation, statement: string, values: unknown[]): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count ${statement}`,
    values,
  );
  return rows[0]?.count ?? 0;
}

const MISSING =
  "FROM alerts a JOIN snitches s ON s.id = a.snitch_id WHERE a.kind = 'missing' AND s.token = ANY($1)";
/** On a busy machine a check-in may be late. */
const MISSING_IN_TIME = `${MISSING} AND EXISTS (SELECT FROM check_ins c WHERE c.snitch_id = s.id AND c.accepted
  AND c.at <= a.at + ${DEADLINE_ALLOWANCE_MS} * interval '1 ms')`;
const RECORDED =
  "FROM check_ins c JOIN snitches s ON s.id = c.snitch_id WHERE c.accepted AND s.token = ANY($1)";

test("while Postgres is frozen at any moment, no job that checked in is called missing, and no check-in is lost", async () => {
  const found = { runs: 0, checkIns: 0, refused: 0, lost: 0, falseAlarms: 0, unalerted: 0 };
  for (let seed = FIRST_SEED; found.runs < RUNS; seed += 1) {
    const plans = installations.map((installation) => ({ installation, ...plan(seed, installation.name) }));
    for (const each of plans) await addSnitches(each.installation, each);
    const sent = plans.map((each) => checkIn(each.installation, each));
    const [{ freezeAtMs, frozenMs }] = plans as [(typeof plans)[0]];
    await until(freezeAtMs);
    const thaw = freeze(postmaster());
    await sleep(frozenMs);
    thaw();
    found.refused += (await Promise.all(sent)).reduce((sum, refused) => sum + refused, 0);

    for (const { installation, jobs, missing } of plans) {
      const tokens = jobs.map(({ token }) => token);
      // By then the sweep goes on: it has decided about all of these snitches.
      await vi
        .waitFor(async () => expect(await count(installation, MISSING, [missing])).toBe(OVERDUE), {
          timeout: 60_000,
          interval: 200,
        })
        .catch(() => {});
      found.unalerted += OVERDUE - (await count(installation, MISSING, [missing]));
      found.falseAlarms += await count(installation, MISSING_IN_TIME, [tokens]);
      found.lost += JOBS - (await count(installation, RECORDED, [tokens]));
      found.checkIns += JOBS;
      found.runs += 1;
    }
  }
  console.info(found);
  const { runs, checkIns } = found;
  expect(found).toEqual({ runs, checkIns, refused: 0, lost: 0, falseAlarms: 0, unalerted: 0 });
}, 14_400_000);
