import { readFileSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startPostgres } from "@/lib/platform/embedded-postgres/start";
import { createDatabase } from "@/lib/platform/postgres-server";
import { migrate } from "@/prisma/migrate";
import { type SentCheckIn, startJobs } from "@/testing/continuous-jobs";
import { eventually } from "@/testing/eventually";
import { openFlakyConnection } from "@/testing/flaky-connection";
import { seededRandom } from "@/testing/random-history";
import { FIRST_SEED, runsFor } from "@/testing/runs";
import { BOTH, type ServerProcess, startCheckInServer } from "@/testing/server-process";

const RUNS = runsFor("checkin/crash.test.ts");

const FOLDER = path.resolve(".data", "test", `crash-${process.pid}`);
const DATA = path.join(FOLDER, "data");
/** Few that check in, start and finish; or so many that report errors that there is a rush of them, which is deferred. */
const KINDS = [
  { jobs: 400, options: { withErrors: true } },
  { jobs: 8, options: { withRuns: true } },
];
const TOKENS = 2_000;

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let database = "";
let connection: Awaited<ReturnType<typeof openFlakyConnection>>;
let server: ServerProcess;

const startDatabase = () => startPostgres(path.join(FOLDER, "postgres"));

async function query<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client(postgres.url(database));
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  postgres = await startDatabase();
});

afterAll(async () => {
  await postgres.remove();
  await rm(FOLDER, { recursive: true, force: true });
});

/** Creates new snitches for each run, so that the rate limit refuses no check-in. */
async function newTokens(seed: number): Promise<string[]> {
  const rows = await query<{ token: string }>(
    `WITH new_case AS (INSERT INTO cases (id, name) VALUES (new_id(), $1) RETURNING id)
     INSERT INTO snitches (id, token, name, interval, case_id)
     SELECT new_id(), left(md5($1 || '-' || n), 16), 'Job ' || n, 'daily', new_case.id FROM generate_series(1, $2::int) n, new_case
     RETURNING token`,
    [`Run ${seed}`, TOKENS],
  );
  return rows.map(({ token }) => token);
}

async function killServer(): Promise<void> {
  await server.signal("SIGKILL");
  await server.restart();
}

/** Kills Postgres without a shutdown, as when the machine runs out of memory. */
function killPostgres() {
  const [pid] = readFileSync(path.join(postgres.folder, "data", "postmaster.pid"), "utf8").split("\n");
  process.kill(Number(pid), "SIGKILL");
}

async function restartPostgres(downMs: number, how: "stopped" | "killed" = "stopped"): Promise<void> {
  if (how === "stopped") await postgres.stop();
  else killPostgres();
  await sleep(downMs);
  postgres = await startDatabase();
  connection.connectTo(postgres.url(database));
}

/** Waits until the server has registered its journal for the replay, and a random moment longer. */
async function untilReplay(random: () => number): Promise<void> {
  const registered = () => query("SELECT id FROM journals");
  for (let checks = 0; checks < 300 && (await registered()).length === 0; checks += 1) await sleep(5);
  await sleep(random() * 30);
}

/** The kinds of crashes, each at random moments. */
const CRASHES: ((random: () => number) => Promise<void>)[] = [
  killServer,
  (random) => restartPostgres(random() * 500),
  (random) => restartPostgres(random() * 500, "killed"),
  async (random) => {
    const restarted = restartPostgres(random() * 500, random() < 0.5 ? "stopped" : "killed");
    await sleep(random() * 700);
    await killServer();
    await restarted;
  },
  // A transaction is committed, but its result does not arrive.
  async (random) => {
    connection.becomeAfter("COMMIT", "deaf");
    await sleep(random() * 200);
    connection.become("cut");
    await sleep(random() * 200);
    connection.become("sound");
  },
  async (random) => {
    await restartPostgres(random() * 500);
    await untilReplay(random);
    await killServer();
  },
  async (random) => {
    await restartPostgres(random() * 500);
    await untilReplay(random);
    await restartPostgres(0, "killed");
  },
];

/** Causes one crash while jobs check in. Returns their check-ins. */
async function crash(seed: number): Promise<SentCheckIn[]> {
  const random = seededRandom(seed);
  const { jobs, options } = KINDS[seed % KINDS.length] as (typeof KINDS)[number];
  const stopJobs = startJobs(server.url, jobs, await newTokens(seed), `run${seed}`, options);
  await sleep(random() * 500);
  await CRASHES[seed % CRASHES.length]?.(random);
  await sleep(random() * 200);
  return stopJobs();
}

/** Waits until all journals are replayed, on the disk and in the database. */
const untilReplayed = () =>
  eventually(async () => {
    expect(await readdir(path.join(DATA, "journal"))).toEqual([]);
    expect(await query("SELECT id FROM journals")).toEqual([]);
  });

/** Checks the history of a run. Returns how many check-ins got a 202. */
async function verify(seed: number, sent: SentCheckIn[]): Promise<{ accepted: number; runs: number }> {
  const hint = `TEST_SEED=${seed} TEST_RUNS=1 npx vitest run checkin/crash.test.ts`;
  const rows = await query<{ message: string; at: Date }>(
    "SELECT message, at FROM check_ins WHERE starts_with(message, $1) AND accepted",
    [`run${seed}-`],
  );
  const messages = rows.map(({ message }) => message);
  expect(new Set(messages).size, `${hint}: no check-in is recorded twice`).toBe(messages.length);

  const recordedAt = new Map(rows.map(({ message, at }) => [message, at.getTime()]));
  const accepted = sent.filter(({ status }) => status === 202);
  const lost = accepted.filter(({ message }) => !recordedAt.has(message));
  expect(lost, `${hint}: every accepted check-in is recorded`).toEqual([]);
  const misdated = accepted.filter(({ message, sentAt, respondedAt }) => {
    const at = recordedAt.get(message) ?? 0;
    return at < sentAt || at > respondedAt;
  });
  expect(misdated, `${hint}: every check-in has the time of its arrival`).toEqual([]);
  const dropped = await query(DROPPED, [`Run ${seed}`]);
  expect(dropped, `${hint}: every error is alerted, or deferred`).toEqual([]);
  return { accepted: accepted.length, runs: await verifyRuns(seed, hint) };
}

const DROPPED = `
  SELECT s.token, s.deferred_since, i.at FROM snitches s JOIN cases c ON c.id = s.case_id JOIN check_ins i ON i.snitch_id = s.id
  WHERE c.name = $1 AND i.accepted AND i.exit_status <> '' AND (s.deferred_since IS NULL OR s.deferred_since > i.at)
    AND NOT EXISTS (SELECT FROM alerts a WHERE a.snitch_id = s.id AND a.kind = 'errored')`;

/** Compares the runs with the starts and finishes that are recorded, whose messages begin with the name of their run. */
const DIFFERENT_RUNS = `
  WITH signals AS (
    SELECT substring(message FROM '^(.*)-(?:start|success)') AS rid, array_agg(DISTINCT run_id) AS ids,
      min(at) FILTER (WHERE kind = 'start') AS started_at, min(at) FILTER (WHERE kind = 'finish') AS ended_at
    FROM check_ins WHERE starts_with(message, $1) AND accepted GROUP BY 1)
  SELECT rid, to_json(r) AS run, to_json(s) AS signals
  FROM (SELECT * FROM runs WHERE starts_with(rid, $1)) r FULL JOIN (SELECT * FROM signals WHERE rid IS NOT NULL) s USING (rid)
  WHERE s.ids IS DISTINCT FROM ARRAY[r.id] OR r.started_at IS DISTINCT FROM s.started_at
    OR r.ended_at IS DISTINCT FROM s.ended_at OR r.outcome <> (CASE WHEN s.ended_at IS NULL THEN 'running' ELSE 'succeeded' END)::run_outcome`;

const WRONG_COUNTS = `
  SELECT s.token, s.running FROM snitches s JOIN cases c ON c.id = s.case_id WHERE c.name = $1
    AND s.running <> (SELECT count(*) FROM runs r WHERE r.snitch_id = s.id AND r.outcome = 'running')`;

/**
 * Checks that the runs are exactly those of the recorded starts and finishes: none is lost, double or mixed up. Returns how many
 * have both, which are few if the server was killed early.
 */
async function verifyRuns(seed: number, hint: string): Promise<number> {
  const prefix = `run${seed}-`;
  expect(await query(DIFFERENT_RUNS, [prefix]), `${hint}: each run has its start and its finish`).toEqual([]);
  expect(await query(WRONG_COUNTS, [`Run ${seed}`]), `${hint}: snitches know what is running`).toEqual([]);
  const [whole = { count: 0 }] = await query<{ count: number }>(
    "SELECT count(*)::int FROM runs WHERE starts_with(rid, $1) AND started_at IS NOT NULL AND ended_at IS NOT NULL",
    [prefix],
  );
  return whole.count;
}

describe.each(["checkin", BOTH] as const)("%s", (program) => {
  beforeAll(async () => {
    database = program;
    await createDatabase(postgres.url("postgres"), database);
    await migrate(postgres.url(database));
    connection = await openFlakyConnection(postgres.url(database));
    server = await startCheckInServer({ databaseUrl: connection.url, dataDir: DATA, program });
  });

  afterAll(() => server.signal("SIGTERM"));

  test(
    `after ${RUNS} crashes, every check-in that got a 202 is recorded once, with the time of its arrival, and so is every run`,
    async () => {
      let accepted = 0;
      let runs = 0;
      for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) {
        const requests = await crash(seed);
        await untilReplayed();
        const verified = await verify(seed, requests);
        accepted += verified.accepted;
        runs += verified.runs;
        if (seed % 50 === 0) console.log(`crash ${seed} of ${FIRST_SEED + RUNS - 1} lost nothing`);
      }
      console.log(`${accepted.toLocaleString("en")} check-ins were accepted during ${RUNS} crashes`);
      expect(accepted).toBeGreaterThan(RUNS);
      expect(runs).toBeGreaterThanOrEqual(Math.floor(RUNS / 2));
    },
    240_000 + RUNS * 20_000,
  );
});
