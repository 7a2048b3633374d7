import { readFileSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startPostgres } from "@/lib/platform/embedded-postgres/start";
import { createDatabase } from "@/lib/platform/postgres-server";
import { DoorProcess } from "@/lib/testing/door-process";
import { openFlakyLine } from "@/lib/testing/flaky-line";
import { randomOf } from "@/lib/testing/random-life";
import { type Seen, startJobs } from "@/lib/testing/restless-jobs";
import { migrate } from "@/prisma/migrate";

/** CRASH_RUNS=200 for a long walk, CRASH_SEED to repeat one that failed. */
const RUNS = Number(process.env.CRASH_RUNS ?? 20);
const FIRST_SEED = Number(process.env.CRASH_SEED ?? 1);

const FOLDER = path.resolve(".data", "test", `crash-${process.pid}`);
const DATA = path.join(FOLDER, "data");
const JOBS = 8;
const TOKENS = 2_000;

let server: Awaited<ReturnType<typeof startPostgres>>;
let line: Awaited<ReturnType<typeof openFlakyLine>>;
let door: DoorProcess;

const startServer = () => startPostgres(path.join(FOLDER, "postgres"));

async function query<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client(server.url("crash"));
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  server = await startServer();
  await createDatabase(server.url("postgres"), "crash");
  await migrate(server.url("crash"));
  line = await openFlakyLine(server.url("crash"));
  door = await DoorProcess.open({ databaseUrl: line.url, dataDir: DATA });
}, 60_000);

afterAll(async () => {
  await door.signal("SIGTERM");
  await server.remove();
  await rm(FOLDER, { recursive: true, force: true });
}, 60_000);

/** Snitches that no run before has used, so that the rate refuses nobody. */
async function newTokens(seed: number): Promise<string[]> {
  const rows = await query<{ token: string }>(
    `WITH owner AS (INSERT INTO cases (id, name) VALUES (new_id(), $1) RETURNING id)
     INSERT INTO snitches (id, token, name, interval, case_id)
     SELECT new_id(), left(md5($1 || '-' || n), 16), 'Job ' || n, 'daily', owner.id FROM generate_series(1, $2::int) n, owner
     RETURNING token`,
    [`Run ${seed}`, TOKENS],
  );
  return rows.map(({ token }) => token);
}

async function killDoor(): Promise<void> {
  await door.signal("SIGKILL");
  await door.reopen();
}

/** As when the machine runs out of memory: nothing is brought to an end. */
function killPostgres() {
  const [pid] = readFileSync(path.join(server.folder, "data", "postmaster.pid"), "utf8").split("\n");
  process.kill(Number(pid), "SIGKILL");
}

async function restartPostgres(awayMs: number, how: "stopped" | "killed" = "stopped"): Promise<void> {
  if (how === "stopped") await server.stop();
  else killPostgres();
  await sleep(awayMs);
  server = await startServer();
  line.leadTo(server.url("crash"));
}

/** Waits until the door replays its journal, and a random moment longer. */
async function untilItReplays(random: () => number): Promise<void> {
  const announced = () => query("SELECT id FROM journals");
  for (let looks = 0; looks < 300 && (await announced()).length === 0; looks += 1) await sleep(5);
  await sleep(random() * 30);
}

/** What can go wrong, each at random instants. */
const CRASHES: ((random: () => number) => Promise<void>)[] = [
  killDoor,
  (random) => restartPostgres(random() * 500),
  (random) => restartPostgres(random() * 500, "killed"),
  async (random) => {
    const restarted = restartPostgres(random() * 500, random() < 0.5 ? "stopped" : "killed");
    await sleep(random() * 700);
    await killDoor();
    await restarted;
  },
  // What is committed goes unheard.
  async (random) => {
    line.become("forgetful");
    await sleep(random() * 200);
    line.become("cut");
    await sleep(random() * 200);
    line.become("sound");
  },
  async (random) => {
    await restartPostgres(random() * 500);
    await untilItReplays(random);
    await killDoor();
  },
  async (random) => {
    await restartPostgres(random() * 500);
    await untilItReplays(random);
    await restartPostgres(0, "killed");
  },
];

/** Lets one thing go wrong while jobs check in. Returns what they saw. */
async function crash(seed: number): Promise<Seen[]> {
  const random = randomOf(seed);
  const stop = startJobs(door.url, JOBS, await newTokens(seed), `run${seed}`);
  await sleep(random() * 500);
  await CRASHES[seed % CRASHES.length]?.(random);
  await sleep(random() * 200);
  return stop();
}

/** Nothing waits any more: neither on the disk nor, as far as the database knows, anywhere. */
const settled = () =>
  vi.waitFor(
    async () => {
      expect(await readdir(path.join(DATA, "journal"))).toEqual([]);
      expect(await query("SELECT id FROM journals")).toEqual([]);
    },
    { timeout: 30_000, interval: 50 },
  );

/** Returns how many were promised. */
async function prove(seed: number, seen: Seen[]): Promise<number> {
  const hint = `CRASH_SEED=${seed} CRASH_RUNS=1 npx vitest run checkin/crash.test.ts`;
  const rows = await query<{ message: string; at: Date }>(
    "SELECT message, at FROM check_ins WHERE starts_with(message, $1) AND accepted",
    [`run${seed}-`],
  );
  const messages = rows.map(({ message }) => message);
  expect(new Set(messages).size, `${hint}: none stands twice`).toBe(messages.length);

  const arrivedAt = new Map(rows.map(({ message, at }) => [message, at.getTime()]));
  const promised = seen.filter(({ status }) => status === 202);
  const lost = promised.filter(({ message }) => !arrivedAt.has(message));
  expect(lost, `${hint}: each that was promised stands`).toEqual([]);
  const misdated = promised.filter(({ message, sentAt, answeredAt }) => {
    const at = arrivedAt.get(message) ?? 0;
    return at < sentAt || at > answeredAt;
  });
  expect(misdated, `${hint}: each has the time of its arrival`).toEqual([]);
  return promised.length;
}

test(
  `what ${RUNS} crashes interrupt: every check-in that was promised stands once, with the time of its arrival`,
  async () => {
    let promised = 0;
    for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) {
      const seen = await crash(seed);
      await settled();
      promised += await prove(seed, seen);
      if (seed % 50 === 0) console.log(`crash ${seed} of ${FIRST_SEED + RUNS - 1} lost nothing`);
    }
    console.log(`${promised.toLocaleString("en")} check-ins were promised over ${RUNS} crashes`);
    expect(promised).toBeGreaterThan(RUNS);
  },
  RUNS * 20_000,
);
