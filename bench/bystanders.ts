import { setTimeout as sleep } from "node:timers/promises";
import { pool } from "@/lib/platform/db";
import { quantile } from "./measured";
import { type Contender, startLoad } from "./rounds";
import type { Running } from "./servers";

const CASES = 1_000;
const PER_SECOND = 1_000;

/** A generator needs so long until its load has the rate of later. */
const WARM_UP_MS = 2_000;

/** Adds snitches to cases that have an owner and a webhook each. Those from `due` on have their deadlines on another day. */
export async function addSnitches(total: number, due: number): Promise<void> {
  await pool.query(
    `WITH added AS (INSERT INTO cases (id, name) SELECT new_id(), 'Case ' || n FROM generate_series(1, $1::int) n RETURNING id),
       people AS (INSERT INTO users (id, email) SELECT id, id || '@example.com' FROM added RETURNING id),
       belong AS (INSERT INTO members (case_id, user_id, role) SELECT added.id, added.id, 'owner' FROM added, people WHERE people.id = added.id),
       hooks AS (INSERT INTO channels (id, case_id, url, secret) SELECT new_id(), id, 'http://127.0.0.1:9/', 'whsec_' FROM added),
       numbered AS (SELECT id, row_number() OVER () AS position FROM added)
     INSERT INTO snitches (id, token, name, interval, status, deadline, checked_in_at, case_id)
     SELECT new_id(), lpad(to_hex(n), 16, '0'), 'Job ' || n, 'daily', 'healthy',
       date_trunc('day', now()) + (CASE WHEN n >= $3::int THEN 9 ELSE 1 END) * interval '1 day', now() - interval '30 hours', numbered.id
     FROM generate_series(0, $2::int - 1) n JOIN numbered ON position = n % $1::int + 1`,
    [CASES, total, due],
  );
  await pool.query("VACUUM FULL ANALYZE snitches");
}

/** Others, who check in a thousand times a second, as long as something is measured. Each may do so in ten of such times. */
export const bystandersOf = (running: Running, snitches: number, first = 0): Contender => ({
  name: "others",
  running,
  load: { snitches, first, perSecond: PER_SECOND, warmUpMs: 0, measuredMs: 120_000 },
  rounds: [],
});

/** How long check-ins of others took while some work ran, and how long that took. */
export type Meanwhile = { p50Ms: number; p99Ms: number; tookMs: number };

/** Runs the work while others check in. */
export async function measureBystanders(
  bystanders: Contender,
  work: () => Promise<unknown>,
): Promise<Meanwhile> {
  const { result, stop } = startLoad(bystanders);
  await sleep(WARM_UP_MS);
  const startedAt = Date.now();
  await work();
  const endedAt = Date.now();
  stop();
  const { timings = [], refused } = await result;
  if (refused > 0) throw new Error(`${refused} check-ins of bystanders were refused.`);
  const took = timings.flatMap(({ at, ms }) => (at >= startedAt && at < endedAt ? [ms] : []));
  return { p50Ms: quantile(took, 0.5), p99Ms: quantile(took, 0.99), tookMs: endedAt - startedAt };
}
