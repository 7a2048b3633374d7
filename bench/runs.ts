import { OPERATOR } from "@/lib/audit/actor";
import { createApiKey } from "@/lib/cases/api-key";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { compressOutput } from "@/lib/outputs/compress";
import { insertOutputs } from "@/lib/outputs/insert";
import { createPartitions } from "@/lib/partitions/maintain";
import { db, pool, query } from "@/lib/platform/db";
import { newId } from "@/lib/platform/new-id";
import { queues } from "@/lib/platform/queue";
import { NEVER_LOST_MS } from "@/lib/testing/connection";
import { basic } from "@/lib/testing/requests";
import { addCases } from "./cases";
import { tokenOf } from "./load";
import { type Measured, median, ratio, ratioUnder, under } from "./measured";
import { acceptedOf, best, type Contender, checkRecorded, runRound } from "./rounds";
import { startCheckIn, startWeb } from "./servers";

const CASES = 1_000;
/** How many snitches each kind of load has for itself, because plain check-ins of a job with runs cost more. */
const SNITCHES = 50_000;
const ROUNDS = 3;
const RUNNING = 10_000;
const OVERDUE = 1_000;
/** As many runs before show how long an overdue one usually takes. */
const RUNS_BEFORE = 20;
const RUNS_OF_ONE = 100_000;
const OUTPUT_BYTES = 100_000;
const LINE_BYTES = 40;
const SWEEPS = 50;
const REQUESTS = 20;

/** The numbers of the first snitches of each part of the bench. */
const FIRST = { plain: 0, unnamed: SNITCHES, named: 2 * SNITCHES, sweep: 3 * SNITCHES };

/** The id of a run that began then. */
const runId = (at: string) =>
  `(lpad(to_hex(round(date_part('epoch', ${at}) * 1000)::bigint), 12, '0') || substr(replace(new_id()::text, '-', ''), 13))::uuid`;

async function addSnitches(count: number): Promise<void> {
  await pool.query(
    `WITH numbered AS (SELECT id, row_number() OVER () AS position FROM cases)
     INSERT INTO snitches (id, token, name, interval, status, deadline, checked_in_at, max_runtime, case_id)
     SELECT new_id(), lpad(to_hex(n), 16, '0'), 'Job ' || n, 'daily', 'healthy', now() + interval '2 days',
       now() - interval '20 hours', 3600, numbered.id
     FROM generate_series(0, $1::int - 1) n JOIN numbered ON position = n % ${CASES} + 1`,
    [count],
  );
  await pool.query("VACUUM FULL ANALYZE snitches");
}

/** Begins a run of each of the snitches with these tokens, whose limit is so many seconds away. */
async function startRuns(tokens: string[], limitSeconds: number): Promise<void> {
  await pool.query(
    `WITH chosen AS (
       SELECT id, date_trunc('milliseconds', now() - interval '50 minutes') AS at FROM snitches WHERE token = ANY($1)),
     opened AS (
       INSERT INTO runs (id, at, snitch_id, rid, started_at, alive_at, outcome, limit_at)
       SELECT ${runId("at")}, at, id, 'run', at, at, 'running', now() + $2 * interval '1 second' FROM chosen
       RETURNING id, at, snitch_id)
     UPDATE snitches s SET running = 1, last_run_at = opened.at, last_run_id = opened.id
     FROM opened WHERE s.id = opened.snitch_id`,
    [tokens, limitSeconds],
  );
  await pool.query("VACUUM ANALYZE snitches, runs");
}

/** Adds runs that succeeded, one every five minutes, the latest an hour ago. */
async function addEndedRuns(tokens: string[], count: number): Promise<void> {
  await pool.query(
    `INSERT INTO runs (id, at, snitch_id, rid, started_at, alive_at, ended_at, last_finish_at, outcome, duration_ms)
     SELECT ${runId("began")}, began, s.id, 'run-' || n, began, began, began + interval '1 minute', began + interval '1 minute',
       'succeeded', 60000
     FROM snitches s CROSS JOIN generate_series(1, $2::int) n
     CROSS JOIN LATERAL (SELECT date_trunc('hour', now()) - interval '1 hour' - n * interval '5 minutes' AS began) times
     WHERE s.token = ANY($1)`,
    [tokens, count],
  );
  await pool.query("VACUUM ANALYZE runs");
}

async function sweepMs(): Promise<number> {
  const startedAt = performance.now();
  await sweepDeadlines(new Date(), NEVER_LOST_MS);
  return performance.now() - startedAt;
}

async function idleSweepMs(): Promise<number> {
  const timings: number[] = [];
  for (let i = 0; i < SWEEPS; i += 1) timings.push(await sweepMs());
  return median(timings);
}

const count = async (from: string) =>
  Number((await pool.query(`SELECT count(*) AS n FROM ${from}`)).rows[0].n);

const tokensFrom = (first: number, length: number) => Array.from({ length }, (_, n) => tokenOf(first + n));

/** How long a sweep takes while nothing, and while many runs are running, and when runs have exceeded their limit. */
async function measureSweeps(): Promise<Measured[]> {
  const noneMs = await idleSweepMs();
  await startRuns(tokensFrom(FIRST.sweep, RUNNING), 3_600);
  const runningMs = await idleSweepMs();

  const overdue = tokensFrom(FIRST.sweep + RUNNING, OVERDUE);
  await addEndedRuns(overdue, RUNS_BEFORE);
  await startRuns(overdue, -600);
  const overdueMs = await sweepMs();
  for (const table of ["alerts", "emails", "deliveries"]) {
    const created = await count(table);
    if (created !== OVERDUE) throw new Error(`${created} ${table} for ${OVERDUE} runs over their limit`);
  }
  const left = await count("runs WHERE outcome = 'running'");
  if (left !== RUNNING) throw new Error(`${left} runs are running after the sweep, not ${RUNNING}`);
  const none = `${noneMs.toFixed(1)} ms without any`;
  return [
    under(`runs: sweep with ${RUNNING.toLocaleString("en")} running`, runningMs, 50, none),
    under(`runs: sweep of ${OVERDUE.toLocaleString("en")} over their limit, all alerts`, overdueMs, 5_000),
  ];
}

/** Adds a snitch with many runs to a case of its own. The run in the middle has as much output as is kept. */
async function addOneWithManyRuns() {
  const { id: caseId } = await db.case.create({ data: { name: "Bench" } });
  const token = "with-many-runs";
  const { id: snitchId } = await db.snitch.create({
    data: { token, name: "Busy job", interval: "15_minute", status: "pending", caseId },
  });
  await addEndedRuns([token], RUNS_OF_ONE);
  const [run] = await query<{ id: string; at: Date }>(
    "SELECT id, at FROM runs WHERE snitch_id = $1 ORDER BY at OFFSET $2 LIMIT 1",
    [snitchId, RUNS_OF_ONE / 2],
  );
  if (!run) throw new Error("The snitch has too few runs.");
  const lines = Array.from({ length: OUTPUT_BYTES / LINE_BYTES }, () => `${newId()} ok\n`);
  const tail = Buffer.from(lines.join(""));
  const compressed = await compressOutput({ head: tail, tail, bytes: tail.length });
  if (!compressed) throw new Error("The run has no output.");
  const outputId = newId();
  await insertOutputs(query, [{ ...compressed, id: outputId, runId: run.id, snitchId, at: run.at }]);
  await pool.query("UPDATE runs SET output_id = $1 WHERE id = $2", [outputId, run.id]);
  const { key } = await createApiKey(caseId, { name: "Bench" }, OPERATOR);
  return { key, path: `/v1/snitches/${token}/runs`, middle: run.id };
}

async function measureApi(): Promise<Measured[]> {
  const { key, path, middle } = await addOneWithManyRuns();
  const web = await startWeb();
  const requestMs = async (url: string, isWhole: (body: unknown) => boolean) => {
    const timings: number[] = [];
    for (let i = 0; i < REQUESTS; i += 1) {
      const startedAt = performance.now();
      const response = await fetch(`http://127.0.0.1:${web.port}${url}`, {
        headers: { Authorization: basic(key) },
      });
      const body = await response.json();
      timings.push(performance.now() - startedAt);
      if (!isWhole(body))
        throw new Error(`GET ${url} returned ${response.status} and not what was asked for`);
    }
    return median(timings);
  };
  const has50 = (body: unknown) => Array.isArray(body) && body.length === 50;
  const hasOutput = (body: unknown) => (body as { output?: string }).output?.length === OUTPUT_BYTES;
  const of = `of ${RUNS_OF_ONE.toLocaleString("en")}`;
  const measured = [
    under(`runs: api, the latest 50 ${of}`, await requestMs(`${path}?limit=50`, has50), 300),
    under(
      `runs: api, 50 from the middle ${of}`,
      await requestMs(`${path}?limit=50&before=${middle}`, has50),
      300,
    ),
    under(`runs: api, one ${of}, with its output`, await requestMs(`${path}/${middle}`, hasOutput), 300),
  ];
  await web.stop();
  return measured;
}

/** Checks that each accepted finish ended a run that has its start, and that nothing is left running. */
async function checkRuns(finished: number): Promise<void> {
  const { rows } = await pool.query(
    `SELECT count(*)::int AS runs, count(*) FILTER (WHERE started_at IS NOT NULL AND outcome = 'succeeded')::int AS whole,
       (SELECT count(DISTINCT run_id)::int FROM check_ins WHERE kind = 'start') AS started,
       (SELECT count(DISTINCT run_id)::int FROM check_ins WHERE kind = 'finish' AND run_id IS NOT NULL) AS ended
     FROM runs`,
  );
  const counts: Record<string, number> = rows[0];
  if (Object.values(counts).some((counted) => counted !== finished))
    throw new Error(
      `${finished} runs were started and finished, but the database has ${JSON.stringify(counts)}`,
    );
  console.log(
    `${finished.toLocaleString("en")} runs were finished: the database has the start of each of them.`,
  );
}

/** What the start and the finish of a run cost, in check-ins. */
async function measureLoad(): Promise<Measured[]> {
  const running = await startCheckIn();
  const newContender = (name: keyof typeof FIRST, load: Contender["load"]): Contender => ({
    name,
    running,
    load: { ...load, first: FIRST[name] },
    rounds: [],
  });
  const plain = newContender("plain", { snitches: SNITCHES });
  const unnamed = newContender("unnamed", { snitches: SNITCHES, runs: "unnamed" });
  const named = newContender("named", { snitches: SNITCHES, runs: "named" });
  const all = [plain, unnamed, named];
  for (let round = 0; round < ROUNDS; round += 1) for (const contender of all) await runRound(contender);
  await running.stop();
  await checkRecorded(all.reduce((sum, contender) => sum + acceptedOf(contender), 0));
  await checkRuns((acceptedOf(unnamed) + acceptedOf(named)) / 2);
  const cost = (contender: Contender) => best(plain) / (best(contender) / 2);
  return [
    ratioUnder("runs: start and finish, to a check-in", cost(unnamed), 2.3),
    ratio("runs: start and finish with an id, to a check-in", cost(named)),
  ];
}

export async function bench(): Promise<Measured[]> {
  // As an installation that has served for a year.
  await createPartitions(new Date(), new Date(Date.now() - 366 * 86_400_000));
  await addCases(CASES);
  await addSnitches(FIRST.sweep + RUNNING + OVERDUE);
  const loaded = [...(await measureSweeps()), ...(await measureApi())];
  await pool.query("TRUNCATE alerts, runs, outputs CASCADE");
  const measured = [...(await measureLoad()), ...loaded];
  await queues().close();
  await pool.end();
  return measured;
}
