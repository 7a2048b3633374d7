import { pool } from "@/lib/platform/db";
import { atLeast, type Measured, under } from "./measured";
import { acceptedOf, type Contender, runRound } from "./rounds";
import { startCheckIn } from "./servers";

const CASES = 1_000;
/** So many that the rate rule, ten check-ins in an hour and then one a minute, refuses none. */
const SNITCHES = 1_200_000;
const MINUTES = 10;
const HISTORY = 20_000_000;
const CHUNK = 1_000_000;

async function addSnitches(): Promise<void> {
  await pool.query(
    `WITH added AS (INSERT INTO cases (id, name) SELECT new_id(), 'Case ' || n FROM generate_series(1, ${CASES}) n RETURNING id),
       numbered AS (SELECT id, row_number() OVER () AS position FROM added)
     INSERT INTO snitches (id, token, name, interval, status, deadline, checked_in_at, case_id)
     SELECT new_id(), lpad(to_hex(n), 16, '0'), 'Job ' || n, 'daily', 'healthy', date_trunc('day', now()) + interval '1 day',
       now() - interval '30 hours', numbered.id
     FROM generate_series(0, $1::int - 1) n JOIN numbered ON position = n % ${CASES} + 1`,
    [SNITCHES],
  );
  await pool.query("VACUUM ANALYZE snitches");
}

/** Adds check-ins of all snitches to this month. */
async function addHistory(): Promise<void> {
  const client = await pool.connect();
  // Each row names a snitch that exists, and looking that up would take most of the time.
  await client.query("SET session_replication_role = replica");
  await client.query(
    "CREATE TEMP TABLE numbered AS SELECT id, row_number() OVER () AS position FROM snitches",
  );
  await client.query("CREATE INDEX ON numbered (position)");
  for (let first = 0; first < HISTORY; first += CHUNK)
    await client.query(
      `INSERT INTO check_ins (id, snitch_id, at, exit_status, message, method, address, user_agent, accepted)
       SELECT new_id(), numbered.id, date_trunc('month', now()) + (n::float8 / $3) * (now() - date_trunc('month', now())),
         '', '', 'GET', '203.0.113.7', 'curl/8.5.0', true
       FROM generate_series($1::int, $2::int) n JOIN numbered ON position = n % ${SNITCHES} + 1`,
      [first, first + CHUNK - 1, HISTORY],
    );
  client.release(true);
  await pool.query("VACUUM ANALYZE check_ins");
}

/** Check-ins at the full rate for ten minutes, in a month that has 20 million already. Takes about 20 minutes and 10 GB. */
export async function bench(): Promise<Measured[]> {
  console.log(`Adding ${SNITCHES.toLocaleString("en")} snitches…`);
  await addSnitches();
  console.log(`Adding ${HISTORY.toLocaleString("en")} check-ins…`);
  await addHistory();
  const lean: Contender = {
    name: "checkin/",
    running: await startCheckIn(),
    load: { snitches: SNITCHES, warmUpMs: 1_000, measuredMs: 59_000 },
    rounds: [],
  };
  for (let minute = 0; minute < MINUTES; minute += 1) await runRound(lean);
  await lean.running.stop();
  const { rows } = await pool.query("SELECT count(*)::int AS count FROM check_ins WHERE accepted");
  await pool.end();
  if (rows[0].count !== HISTORY + acceptedOf(lean)) throw new Error("The database lacks some check-ins.");

  const [first, last] = [lean.rounds.at(0), lean.rounds.at(-1)];
  return [
    atLeast(
      "endurance: the last of ten minutes to the first",
      (last?.perSecond ?? 0) / (first?.perSecond ?? 1),
      0.9,
    ),
    under("endurance: p99 in the last minute", last?.p99Ms ?? Number.NaN, 30),
  ];
}
