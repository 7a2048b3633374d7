import path from "node:path";
import type pg from "pg";
import { pool } from "@/lib/platform/db";
import { atLeast, type Measured, ratioUnder, under } from "./measured";
import { best, type Contender, checkRecorded, countAccepted, runRound } from "./rounds";
import { type Running, startBare, startCheckIn, startEmptyNext, startWeb } from "./servers";

/** Each is checked in less often than ten times an hour, which is the rate limit. */
const SNITCHES = 200_000;
const CASES = 1_000;
const ROUNDS = 3;
/** Few connections, and so many that a batch is large. */
const CONNECTIONS = [64, 256];
/** After each start, other snitches check in in the first second and later: one that checks in too soon again is refused. */
const IN_FIRST_SECOND = 20_000;
const LATER = 50_000;
const ALL_SNITCHES = SNITCHES + ROUNDS * (IN_FIRST_SECOND + LATER);

/** Adds healthy snitches of so many cases. */
export async function addSnitches(database: pg.Pool, cases: number, snitches: number): Promise<void> {
  await database.query(
    `WITH added AS (INSERT INTO cases (id, name) SELECT new_id(), 'Case ' || n FROM generate_series(1, $1::int) n RETURNING id),
       numbered AS (SELECT id, row_number() OVER () AS position FROM added)
     INSERT INTO snitches (id, token, name, interval, status, deadline, checked_in_at, case_id)
     SELECT new_id(), lpad(to_hex(n), 16, '0'), 'Job ' || n, 'daily', 'healthy', date_trunc('day', now()) + interval '1 day',
       now() - interval '30 hours', numbered.id
     FROM generate_series(0, $2::int - 1) n JOIN numbered ON position = n % $1::int + 1`,
    [cases, snitches],
  );
  await database.query("VACUUM FULL ANALYZE snitches");
}

/** Half of the snitches with an odd number are on cron, in several zones. */
async function putOnCron(): Promise<void> {
  await pool.query(
    `UPDATE snitches SET timezone = (ARRAY['Europe/Riga', 'UTC', 'America/New_York'])[numbered.n % 3 + 1],
       schedule = (ARRAY['30 7 * * *', '*/5 * * * *', '15 3 * * 1-5', '0 */2 * * *'])[numbered.n % 4 + 1]
     FROM (SELECT id, ('x' || token)::bit(64)::bigint AS number, row_number() OVER () AS n FROM snitches) numbered
     WHERE snitches.id = numbered.id AND numbered.number % 4 = 1`,
  );
  await pool.query("VACUUM FULL ANALYZE snitches");
}

type Start = { cold: Contender; warm: Contender };

/** A new check-in server in its first second, and later. */
async function runStart(round: number, practiceOn: number): Promise<Start> {
  const running = await startCheckIn();
  const first = SNITCHES + round * (IN_FIRST_SECOND + LATER);
  const inFirstSecond = { snitches: IN_FIRST_SECOND, first, warmUpMs: 0, measuredMs: 1_000, practiceOn };
  const cold = { name: "checkin/, first second", running, load: inFirstSecond, rounds: [] };
  const later = { snitches: LATER, first: first + IN_FIRST_SECOND };
  const warm = { name: "checkin/, later", running, load: later, rounds: [] };
  for (const contender of [cold, warm]) await runRound(contender);
  await running.stop();
  return { cold, warm };
}

/** The rate in the first second to the later one of the same server. */
const ofLater = ({ cold, warm }: Start) => best(cold) / best(warm);

export async function bench(): Promise<Measured[]> {
  await addSnitches(pool, CASES, ALL_SNITCHES);
  await putOnCron();
  const newContender = (name: string, running: Running, prefix = ""): Contender => ({
    name,
    running,
    load: { prefix, snitches: SNITCHES },
    rounds: [],
  });
  const onOnly = (only: "even" | "odd", name: string): Contender => ({
    ...lean,
    name,
    load: { snitches: SNITCHES, only },
    rounds: [],
  });
  const emptyFolder = path.join(process.env.DATA_DIR ?? ".data", "empty");
  const bare = newContender("a bare node:http server", await startBare());
  const empty = newContender("an empty route handler", await startEmptyNext(emptyFolder));
  const lean = newContender("checkin/", await startCheckIn());
  const loads = CONNECTIONS.map((connections, i): Contender => {
    // Different snitches for each, or three rounds of all loads would check in the first ones too often.
    const snitches = SNITCHES / CONNECTIONS.length;
    const load = { first: i * snitches, snitches, connections };
    return { ...lean, name: `checkin/, ${connections} connections`, load, rounds: [] };
  });
  const intervals = onOnly("even", "checkin/, on intervals");
  const halfOnCron = onOnly("odd", "checkin/, half on cron");
  const web = newContender("app/c", await startWeb(), "/c");
  const onLean = [intervals, halfOnCron];

  for (let round = 0; round < ROUNDS; round += 1) {
    for (const contender of [...loads, bare, empty, web, ...onLean]) await runRound(contender);
  }
  for (const { running } of [empty, lean, web]) await running.stop();
  const starts: Start[] = [];
  for (let round = 0; round < ROUNDS; round += 1) starts.push(await runStart(round, bare.running.port));
  await bare.running.stop();
  await checkRecorded(
    [...loads, web, ...onLean, ...starts.flatMap(({ cold, warm }) => [cold, warm])].reduce(
      (sum, contender) => sum + countAccepted(contender),
      0,
    ),
  );
  await pool.end();

  const few = loads[0] as Contender;
  return [
    under(
      `check-in through checkin/ at ${CONNECTIONS[0]} connections, p99`,
      Math.min(...few.rounds.map(({ p99Ms }) => p99Ms)),
      10,
    ),
    atLeast("check-ins/s: checkin/ to a bare node:http server", best(few) / best(bare), 0.12),
    atLeast("check-ins/s: checkin/ to an empty route handler", best(few) / best(empty), 7),
    atLeast("check-ins/s: app/c to an empty route handler", best(web) / best(empty), 0.8),
    atLeast(
      "check-ins/s: checkin/ in the first second, to later ones",
      starts.map(ofLater).toSorted((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? Number.NaN,
      0.5,
    ),
    ratioUnder(
      "cost of a check-in with half of the snitches on cron, to intervals",
      best(intervals) / best(halfOnCron),
      1.3,
    ),
  ];
}
