import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { pool } from "@/lib/platform/db";
import { queues } from "@/lib/platform/queue";
import { NEVER_LOST_MS } from "@/testing/connection";
import { type Measured, ratioUnder, under } from "./measured";

const CASES = 1_000;
const FEW = 100_000;
const ALL = 1_000_000;
const DUE = 100_000;

/** Each group of snitches has its deadline on another day, so that a sweep at that day finds only this group. */
const computeDay = (group: number) => new Date(Date.UTC(2026, 0, 1 + group));
const NOT_DUE = 300;

/** Adds cases, each with an owner and a webhook whose receiver never responds. */
async function addCases(): Promise<void> {
  await pool.query(
    `WITH added AS (INSERT INTO cases (id, name) SELECT new_id(), 'Case ' || n FROM generate_series(1, $1::int) n RETURNING id),
       people AS (INSERT INTO users (id, email) SELECT id, id || '@example.com' FROM added RETURNING id),
       belong AS (INSERT INTO members (case_id, user_id, role) SELECT added.id, added.id, 'owner' FROM added, people WHERE people.id = added.id)
     INSERT INTO channels (id, case_id, url, secret) SELECT new_id(), id, 'http://127.0.0.1:9/', 'whsec_' FROM added`,
    [CASES],
  );
}

/** Adds snitches that are not due, until there are this many. */
async function addSnitches(total: number): Promise<void> {
  await pool.query(
    `WITH numbered AS (SELECT id, row_number() OVER () AS position FROM cases)
     INSERT INTO snitches (id, token, name, interval, status, deadline, checked_in_at, case_id)
     SELECT new_id(), md5(n::text), 'Job ' || n, 'daily', 'healthy', $2::timestamptz, $2::timestamptz - interval '30 hours', numbered.id
     FROM generate_series((SELECT count(*) + 1 FROM snitches), $1::int) n
     JOIN numbered ON position = n % ${CASES} + 1`,
    [total, computeDay(NOT_DUE)],
  );
  await pool.query("VACUUM ANALYZE snitches");
}

/** Makes this many snitches due on the day of this group. */
async function makeDue(count: number, group: number): Promise<void> {
  await pool.query(
    `UPDATE snitches SET deadline = $1 WHERE id IN (
       SELECT id FROM snitches WHERE deadline = $2 ORDER BY md5(token) LIMIT $3)`,
    [computeDay(group), computeDay(NOT_DUE), count],
  );
  await pool.query("VACUUM ANALYZE snitches");
}

async function sweepMs(group: number): Promise<number> {
  const now = new Date(computeDay(group).getTime() + 60_000);
  const startedAt = performance.now();
  await sweepDeadlines(now, NEVER_LOST_MS);
  const tookMs = performance.now() - startedAt;
  // The swept snitches must not be due again with the next group, nor looked at.
  await pool.query(
    "UPDATE snitches SET deadline = $1, watch_at = $1 WHERE status = 'failed' AND deadline < $1",
    [computeDay(NOT_DUE)],
  );
  await pool.query("VACUUM ANALYZE snitches");
  return tookMs;
}

/** A sweep that finds nothing. A check-in has arrived, so that it also looks whether alerts must be held. */
async function idleMs(): Promise<number> {
  await pool.query("UPDATE listeners SET checked_in_at = $1", [computeDay(0)]);
  const timings: number[] = [];
  for (let i = 0; i < 50; i += 1) {
    const startedAt = performance.now();
    await sweepDeadlines(computeDay(0), NEVER_LOST_MS);
    timings.push(performance.now() - startedAt);
  }
  await pool.query("UPDATE listeners SET checked_in_at = NULL");
  return timings.sort((a, b) => a - b)[25] ?? Number.NaN;
}

const count = async (table: string) =>
  Number((await pool.query(`SELECT count(*) AS n FROM ${table}`)).rows[0].n);

export async function bench(): Promise<Measured[]> {
  await addCases();
  console.log(`Adding ${FEW.toLocaleString("en")} snitches…`);
  await addSnitches(FEW);
  await makeDue(10_000, 1);
  const amongFew = await sweepMs(1);
  const idleAmongFew = await idleMs();

  console.log(`Adding ${ALL.toLocaleString("en")} snitches…`);
  await addSnitches(ALL);
  const curve: { due: number; tookMs: number }[] = [];
  for (const [i, due] of [1_000, 10_000, DUE].entries()) {
    console.log(`Sweeping ${due.toLocaleString("en")} that are due…`);
    await makeDue(due, 2 + i);
    const before = await count("alerts");
    curve.push({ due, tookMs: await sweepMs(2 + i) });
    for (const table of ["alerts", "emails", "deliveries"]) {
      const created = (await count(table)) - before;
      if (created !== due) throw new Error(`${created} ${table} for ${due} snitches that were due`);
    }
  }
  const idleAmongAll = await idleMs();
  await queues().close();
  await pool.end();

  const [, amongAll, most] = curve.map(({ tookMs }) => tookMs);
  return [
    ...curve.map(({ due, tookMs }) =>
      under(`sweep: ${due.toLocaleString("en")} due of 1,000,000`, tookMs, 20_000),
    ),
    ratioUnder("sweep: 10,000 due of 1,000,000, to the same of 100,000", (amongAll ?? 0) / amongFew, 2),
    ratioUnder("sweep: 100,000 due to 10,000 due", (most ?? 0) / (amongAll ?? 1), 15),
    under("sweep: nothing due of 1,000,000", idleAmongAll, 10),
    ratioUnder("sweep: nothing due of 1,000,000, to the same of 100,000", idleAmongAll / idleAmongFew, 2),
  ];
}
