import { existsSync } from "node:fs";
import { recordCheckIn } from "@/lib/check-ins/batcher";
import { closeCheckInPools } from "@/lib/check-ins/connection";
import { record } from "@/lib/check-ins/record";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { pool } from "@/lib/platform/db";
import { newId } from "@/lib/platform/new-id";
import { queues } from "@/lib/platform/queue";
import type { CheckIn } from "@/lib/rules/reports/check-in";
import { NEVER_LOST_MS } from "@/testing/connection";
import { addSnitches } from "./bystanders";
import { measureCpuMs } from "./cpu";
import { buildToken } from "./load";
import { type Measured, median, ratioUnder } from "./measured";
import { measureYardstick } from "./yardstick";

const ROUNDS = 3;
const REPORTS = 2_000;
/** As many as a batch of the check-in server has. */
const BATCH_SIZE = 40;
const BATCHES = 40;
const FEW_DUE = 1_000;
const MANY_DUE = 8_000;

const FIRST_REPORT = ROUNDS;
const FIRST_BATCH = FIRST_REPORT + ROUNDS * REPORTS;
const IN_BATCHES = ROUNDS * BATCHES * BATCH_SIZE;
const FIRST_FAST = FIRST_BATCH + 2 * IN_BATCHES;
const FIRST_DUE = FIRST_FAST + IN_BATCHES;

const aCheckIn = (n: number, exitStatus: string): CheckIn => ({
  id: newId(),
  token: buildToken(n),
  at: new Date(),
  exitStatus,
  message: "",
  method: "GET",
  address: "127.0.0.1",
  userAgent: "curl/8.5.0",
});

async function recordBatches(first: number, exitStatus: string): Promise<void> {
  for (let n = first; n < first + BATCHES * BATCH_SIZE; n += BATCH_SIZE)
    await record(
      Array.from({ length: BATCH_SIZE }, (_, i) => aCheckIn(n + i, exitStatus)),
      { replayed: false },
    );
}

type Costs = { routineMs: number; reportMs: number; fastMs: number };

/** What as many routine check-ins, error reports and check-ins on a schedule below a minute cost. */
async function measureCosts(round: number): Promise<Costs> {
  const first = FIRST_BATCH + round * BATCHES * BATCH_SIZE;
  const routineMs = await measureCpuMs(() => recordBatches(first, ""));
  const reportMs = await measureCpuMs(() => recordBatches(first + IN_BATCHES, "1"));
  return { routineMs, reportMs, fastMs: await measureCpuMs(() => recordBatches(first + 2 * IN_BATCHES, "")) };
}

/** The share of many error reports that are recorded before the check-in of someone else that arrives after them. */
async function measureShareBefore(round: number): Promise<number> {
  const first = FIRST_REPORT + round * REPORTS;
  let recorded = 0;
  const reports = Array.from({ length: REPORTS }, async (_, i) => {
    await recordCheckIn(aCheckIn(first + i, "1"));
    recorded += 1;
  });
  await recordCheckIn(aCheckIn(round, ""));
  const share = recorded / REPORTS;
  await Promise.all(reports);
  return share;
}

/** What each alert of a sweep costs. */
async function sweepCostMs(first: number, due: number): Promise<number> {
  await pool.query(
    "UPDATE snitches SET deadline = now() - interval '5 minutes' WHERE token >= $1 AND token < $2",
    [buildToken(first), buildToken(first + due)],
  );
  await pool.query("VACUUM ANALYZE snitches");
  return (await measureCpuMs(() => sweepDeadlines(new Date(), NEVER_LOST_MS))) / due;
}

/**
 * What CI looks at after each change, in about a minute: ratios within one run, most of them of CPU time. A limit is twice what is
 * usual or more, so that a busy machine reaches none.
 */
export async function bench(): Promise<Measured[]> {
  if (!existsSync("/proc/self/schedstat")) {
    console.log("Left out: only Linux says how much CPU time each process took.");
    await pool.end();
    return [];
  }
  await addSnitches(FIRST_DUE + FEW_DUE + MANY_DUE, FIRST_DUE);
  await pool.query(
    "UPDATE snitches SET schedule = 'every 30 seconds', interval = '1_minute' WHERE token >= $1 AND token < $2",
    [buildToken(FIRST_FAST), buildToken(FIRST_DUE)],
  );
  await pool.query("VACUUM FULL ANALYZE snitches");
  // The plans of the first statements, and compiled code.
  await measureCosts(0);
  const costs: Costs[] = [];
  for (let round = 1; round < ROUNDS; round += 1) costs.push(await measureCosts(round));
  const routineMs = Math.min(...costs.map((cost) => cost.routineMs));
  const reportMs = Math.min(...costs.map((cost) => cost.reportMs));
  const fastMs = Math.min(...costs.map((cost) => cost.fastMs));
  const yardstickMs = await measureCpuMs(async () => measureYardstick());
  const shares: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) shares.push(await measureShareBefore(round));
  const few = await sweepCostMs(FIRST_DUE, FEW_DUE);
  const many = await sweepCostMs(FIRST_DUE + FEW_DUE, MANY_DUE);
  await Promise.all([queues().close(), closeCheckInPools()]);
  await pool.end();
  return [
    ratioUnder("1,600 routine check-ins, to the yardstick, in CPU time", routineMs / yardstickMs, 0.8),
    ratioUnder("an error report, to a routine check-in, in CPU time", reportMs / routineMs, 16),
    ratioUnder("a check-in on “every 30 seconds”, to a routine one, in CPU time", fastMs / routineMs, 2),
    ratioUnder("error reports recorded before another’s later check-in, to all", median(shares), 0.5),
    ratioUnder("an alert of a sweep of 8,000, to one of 1,000, in CPU time", many / few, 1.5),
  ];
}
