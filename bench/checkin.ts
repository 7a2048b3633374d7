import { fork } from "node:child_process";
import path from "node:path";
import { pool } from "@/lib/platform/db";
import type { Load, LoadResult } from "./load";
import { atLeast, type Measured, under } from "./measured";
import { type Running, startBare, startCheckIn, startEmptyNext, startWeb } from "./servers";

const SNITCHES = 100_000;
const CASES = 1_000;
const CONNECTIONS = 64;
const ROUNDS = 3;

async function addSnitches(): Promise<void> {
  await pool.query(
    `WITH added AS (INSERT INTO cases (id, name) SELECT new_id(), 'Case ' || n FROM generate_series(1, $1::int) n RETURNING id),
       numbered AS (SELECT id, row_number() OVER () AS position FROM added)
     INSERT INTO snitches (id, token, name, interval, status, deadline, checked_in_at, case_id)
     SELECT new_id(), lpad(to_hex(n), 16, '0'), 'Job ' || n, 'daily', 'healthy', date_trunc('day', now()) + interval '1 day',
       now() - interval '30 hours', numbered.id
     FROM generate_series(0, $2::int - 1) n JOIN numbered ON position = n % $1::int + 1`,
    [CASES, SNITCHES],
  );
  // Half of the snitches with an odd number are on cron, in several zones.
  await pool.query(
    `UPDATE snitches SET timezone = (ARRAY['Europe/Riga', 'UTC', 'America/New_York'])[numbered.n % 3 + 1],
       schedule = (ARRAY['30 7 * * *', '*/5 * * * *', '15 3 * * 1-5', '0 */2 * * *'])[numbered.n % 4 + 1]
     FROM (SELECT id, ('x' || token)::bit(64)::bigint AS number, row_number() OVER () AS n FROM snitches) numbered
     WHERE snitches.id = numbered.id AND numbered.number % 4 = 1`,
  );
  await pool.query("VACUUM FULL ANALYZE snitches");
}

/** Checks that the database contains every check-in that got a 202, and each only once. */
async function checkRecorded(accepted: number): Promise<void> {
  const { rows } = await pool.query(
    "SELECT count(*)::int AS count, count(DISTINCT id)::int AS different FROM check_ins WHERE accepted",
  );
  const [{ count, different }] = rows;
  if (count !== accepted || different !== accepted)
    throw new Error(
      `${accepted} check-ins got a 202, but the database has ${count} rows with ${different} ids`,
    );
  console.log(
    `${accepted.toLocaleString("en")} check-ins got a 202: the database contains each of them once.`,
  );
}

/** Sends load to a server, from a separate process. */
function sendLoad({ port }: Running, prefix: string, only: Load["only"]): Promise<LoadResult> {
  const target = { port, prefix, connections: CONNECTIONS, snitches: SNITCHES, only };
  const generator = fork("bench/load.ts", { execArgv: ["--import", "tsx"] });
  generator.send({ ...target, warmUpMs: 2_000, measuredMs: 4_000 } satisfies Load);
  return new Promise<LoadResult>((resolve, reject) => {
    generator.once("message", (result) => resolve(result as LoadResult));
    generator.once("error", reject).once("exit", () => reject(new Error("The load generator ended early.")));
  }).finally(() => generator.kill());
}

type Contender = {
  name: string;
  prefix: string;
  running: Running;
  only?: Load["only"];
  rounds: LoadResult[];
};

/** One round of load on one server. The other servers run meanwhile, but are idle. */
async function runRound({ name, prefix, running, only, rounds }: Contender): Promise<void> {
  const result = await sendLoad(running, prefix, only);
  const { perSecond, p50Ms, p99Ms, refused } = result;
  const figures = [
    `${Math.round(perSecond).toLocaleString("en").padStart(7)}/s`,
    `p50 ${p50Ms.toFixed(1).padStart(5)} ms`,
    `p99 ${p99Ms.toFixed(1).padStart(5)} ms`,
  ];
  console.log(`${name.padEnd(24)} ${figures.join("   ")}`);
  if (refused > 0) throw new Error(`${name} refused ${refused} requests`);
  rounds.push(result);
}

/** The best round counts, because other work on the machine only slows a server down. */
const best = ({ rounds }: Contender) => Math.max(...rounds.map(({ perSecond }) => perSecond));

export async function bench(): Promise<Measured[]> {
  await addSnitches();
  const newContender = (name: string, running: Running, prefix = ""): Contender => ({
    name,
    prefix,
    running,
    rounds: [],
  });
  const emptyFolder = path.join(process.env.DATA_DIR ?? ".data", "empty");
  const bare = newContender("a bare node:http server", await startBare());
  const empty = newContender("an empty route handler", await startEmptyNext(emptyFolder));
  const lean = newContender("checkin/", await startCheckIn());
  const intervals: Contender = { ...lean, name: "checkin/, on intervals", only: "even", rounds: [] };
  const halfOnCron: Contender = { ...lean, name: "checkin/, half on cron", only: "odd", rounds: [] };
  const web = newContender("app/c", await startWeb(), "/c");
  const all = [bare, empty, lean, web];
  const onLean = [intervals, halfOnCron];

  for (let round = 0; round < ROUNDS; round += 1)
    for (const contender of [...all, ...onLean]) await runRound(contender);
  for (const { running } of all) await running.stop();
  await checkRecorded(
    [lean, web, ...onLean].flatMap(({ rounds }) => rounds).reduce((sum, { accepted }) => sum + accepted, 0),
  );
  await pool.end();

  const p99Ms = Math.min(...lean.rounds.map((round) => round.p99Ms));
  return [
    atLeast("check-ins/s: checkin/ to a bare node:http server", best(lean) / best(bare), 0.2),
    atLeast("check-ins/s: checkin/ to an empty route handler", best(lean) / best(empty), 7),
    atLeast("check-ins/s: app/c to an empty route handler", best(web) / best(empty), 0.8),
    under(
      "cost of a check-in with half of the snitches on cron, to intervals",
      best(intervals) / best(halfOnCron),
      1.3,
    ),
    under("check-in through checkin/ at 64 connections, p99", p99Ms, 30),
  ];
}
