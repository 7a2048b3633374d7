import { forget, remember } from "@epic-web/remember";
import type { Sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { openPool, withConnection } from "@/lib/platform/pool";
import { nameStatement } from "@/lib/platform/statement-name";

/** A database that takes longer than this for a connection or a statement counts as unavailable. */
const TIMEOUT_MS = 3_000;

const POOLS = "tattle.check-in-pools";

/**
 * The pools for check-ins alone, so that they never wait for other work of the process. `check-ins`: two connections for routine
 * batches, one for a replay of the journal, and one to find snitches by slug. `changes`: one for what takes ten times as long, and
 * may have a tenth of the processor while others want all of it (docs/decisions/105).
 */
const pools = () =>
  remember(POOLS, () => ({
    "check-ins": openCheckInPool("check-ins", { max: 4, priority: 0 }),
    changes: openCheckInPool("changes", { max: 1, priority: 10 }),
  }));
type Pool = keyof ReturnType<typeof pools>;

const openCheckInPool = (name: string, own: { max: number; priority: number }) =>
  openPool(name, {
    ...own,
    connectionString: env.DATABASE_URL,
    // Statements are sent without waiting for the results of earlier ones.
    pipeline: true,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });

/**
 * Rows are looked up by key, so one generic plan fits every batch; Postgres would often plan each one again. It is kept, so
 * it must not be that of a table that was still empty, which reads the whole table.
 */
const BEGIN = `BEGIN; SET LOCAL plan_cache_mode = force_generic_plan;
  SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off; SET LOCAL enable_seqscan = off`;

/** The writes of a transaction. `isSent`: all statements have been sent, so that COMMIT can follow without waiting. */
type Writes<Result> = { writes: Promise<Result>; isSent: boolean };

/**
 * Runs the work in one transaction: commits it, or rolls it back if it throws. Statements that are sent together share a
 * round trip: BEGIN goes with the first ones, and COMMIT with the last ones if `isSent`.
 */
export const commit = <Result>(pool: Pool, work: (sql: Sql) => Promise<Writes<Result>>): Promise<Result> =>
  withConnection(pools()[pool], async (client) => {
    const sql: Sql = async (text, values) =>
      (await client.query({ name: nameStatement(text), text, values })).rows;
    const begin = client.query(BEGIN);
    const writing = work(sql).then((transaction) => {
      // If BEGIN fails, nothing awaits this promise, and an unhandled rejection would end the process.
      transaction.writes.catch(() => {});
      return transaction;
    });
    const [, { writes, isSent }] = await Promise.all([begin, writing]);
    // If a statement fails, Postgres treats COMMIT as ROLLBACK.
    if (isSent) return (await Promise.all([writes, client.query("COMMIT")]))[0];
    const result = await writes;
    await client.query("COMMIT");
    return result;
  });

/** Runs one statement in a transaction of its own. */
export const execute = (text: string, values: unknown[]) =>
  commit("check-ins", async (sql) => ({ writes: sql(text, values), isSent: true }));

/** Runs one statement on its own and returns its rows, without the cost of a transaction around it. */
export const run = (text: string, values: unknown[] = []) =>
  withConnection(
    pools()["check-ins"],
    async (client) => (await client.query({ name: nameStatement(text), text, values })).rows,
  );

/** Closes the pools. */
export async function closeCheckInPools(): Promise<void> {
  await Promise.all(Object.values(pools()).map((pool) => pool.end()));
  forget(POOLS);
}
