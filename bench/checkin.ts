import { fork } from "node:child_process";
import path from "node:path";
import { pool } from "@/lib/platform/db";
import type { Answered, Load } from "./load";
import { atLeast, type Measured, under } from "./measured";
import { type Running, startBare, startCheckIn, startEmptyNext, startWeb } from "./servers";

const SNITCHES = 100_000;
const CASES = 1_000;
const CONNECTIONS = 64;
const ROUNDS = 3;

async function addSnitches(): Promise<void> {
  await pool.query(
    `WITH added AS (INSERT INTO cases (id, name) SELECT new_id(), 'Case ' || n FROM generate_series(1, $1::int) n RETURNING id),
       numbered AS (SELECT id, row_number() OVER () AS place FROM added)
     INSERT INTO snitches (id, token, name, interval, status, deadline, checked_in_at, case_id)
     SELECT new_id(), lpad(to_hex(n), 16, '0'), 'Job ' || n, 'daily', 'healthy', date_trunc('day', now()) + interval '1 day',
       now() - interval '30 hours', numbered.id
     FROM generate_series(0, $2::int - 1) n JOIN numbered ON place = n % $1::int + 1`,
    [CASES, SNITCHES],
  );
  await pool.query("VACUUM ANALYZE snitches");
}

/** Every check-in that was promised stands in the database, and none twice. */
async function proveRecorded(promised: number): Promise<void> {
  const { rows } = await pool.query(
    "SELECT count(*)::int AS count, count(DISTINCT id)::int AS different FROM check_ins WHERE accepted",
  );
  const [{ count, different }] = rows;
  if (count !== promised || different !== promised)
    throw new Error(
      `${promised} check-ins were promised, but there are ${count} rows of ${different} check-ins`,
    );
  console.log(
    `${promised.toLocaleString("en")} check-ins were answered 202: each stands in the database once.`,
  );
}

/** Loads a server from a process of its own. */
function loadOf({ port }: Running, prefix: string): Promise<Answered> {
  const given = { port, prefix, connections: CONNECTIONS, snitches: SNITCHES };
  const generator = fork("bench/load.ts", { execArgv: ["--import", "tsx"] });
  generator.send({ ...given, warmUpMs: 2_000, measuredMs: 4_000 } satisfies Load);
  return new Promise<Answered>((resolve, reject) => {
    generator.once("message", (answered) => resolve(answered as Answered));
    generator.once("error", reject).once("exit", () => reject(new Error("The load generator ended early.")));
  }).finally(() => generator.kill());
}

type Contender = { name: string; prefix: string; running: Running; rounds: Answered[] };

/** One round of load on a server. The others stay up meanwhile, and idle. */
async function goRound({ name, prefix, running, rounds }: Contender): Promise<void> {
  const answered = await loadOf(running, prefix);
  const { perSecond, p50Ms, p99Ms, others } = answered;
  const figures = [
    `${Math.round(perSecond).toLocaleString("en").padStart(7)}/s`,
    `p50 ${p50Ms.toFixed(1).padStart(5)} ms`,
    `p99 ${p99Ms.toFixed(1).padStart(5)} ms`,
  ];
  console.log(`${name.padEnd(24)} ${figures.join("   ")}`);
  if (others > 0) throw new Error(`${name} refused ${others} requests`);
  rounds.push(answered);
}

/** Other work on the machine only ever slows a server down: its best round says most about it. */
const best = ({ rounds }: Contender) => Math.max(...rounds.map(({ perSecond }) => perSecond));

export async function bench(): Promise<Measured[]> {
  await addSnitches();
  const contender = (name: string, running: Running, prefix = ""): Contender => ({
    name,
    prefix,
    running,
    rounds: [],
  });
  const emptyFolder = path.join(process.env.DATA_DIR ?? ".data", "empty");
  const bare = contender("a bare node:http server", await startBare());
  const empty = contender("an empty route handler", await startEmptyNext(emptyFolder));
  const lean = contender("checkin/", await startCheckIn());
  const web = contender("app/c", await startWeb(), "/c");
  const all = [bare, empty, lean, web];

  for (let round = 0; round < ROUNDS; round += 1) for (const one of all) await goRound(one);
  for (const { running } of all) await running.stop();
  await proveRecorded(
    [lean, web].flatMap(({ rounds }) => rounds).reduce((sum, { accepted }) => sum + accepted, 0),
  );
  await pool.end();

  const p99Ms = Math.min(...lean.rounds.map((round) => round.p99Ms));
  return [
    atLeast("check-ins/s: checkin/ to a bare node:http server", best(lean) / best(bare), 0.2),
    atLeast("check-ins/s: checkin/ to an empty route handler", best(lean) / best(empty), 7),
    atLeast("check-ins/s: app/c to an empty route handler", best(web) / best(empty), 0.8),
    under("check-in through checkin/ at 64 connections, p99", p99Ms, 30),
  ];
}
