import { createHash } from "node:crypto";
import pg from "pg";
import type { Sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { STEADY, withConnection } from "@/lib/platform/pool";

/** A database that takes longer than this for a connection or a statement hangs, which counts as being away. */
const PATIENCE_MS = 3_000;

/** Two for batches and one for a replay. */
const CONNECTIONS = 3;

/** Next.js may load this module more than once. */
const kept = globalThis as { tattleCheckInPool?: pg.Pool };

/** Connections of our own: whatever else the process does with the database, check-ins need not wait for it. */
function connections(): pg.Pool {
  kept.tattleCheckInPool ??= open();
  return kept.tattleCheckInPool;
}

function open() {
  const opened = new pg.Pool({
    ...STEADY,
    connectionString: env.DATABASE_URL,
    max: CONNECTIONS,
    // Statements go out without waiting for the answers to those before them.
    pipeline: true,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
  });
  // The client has said so already.
  opened.on("error", () => {});
  return opened;
}

/** There are few texts, and each is prepared once for each connection, by a name that no other text has. */
const names = new Map<string, string>();
function nameOf(text: string): string {
  const name = names.get(text) ?? createHash("sha256").update(text).digest("base64url").slice(0, 24);
  names.set(text, name);
  return name;
}

/** A plan made once fits every batch, because it looks rows up by their keys; Postgres would often make a new one for each. */
const BEGIN = "BEGIN; SET LOCAL plan_cache_mode = force_generic_plan";

/** What a transaction writes. With `isSent` all of it is on its way, so that the commit can follow without waiting. */
export type Writing<Result> = { writes: Promise<Result>; isSent: boolean };

/**
 * Runs the work in one transaction: all of it is committed, or nothing. Statements that are started together share a
 * round trip, the beginning goes with the first ones, and the end with the last ones where it can.
 */
export const commit = <Result>(work: (sql: Sql) => Promise<Writing<Result>>): Promise<Result> =>
  withConnection(connections(), async (client) => {
    const sql: Sql = async (text, values) => (await client.query({ name: nameOf(text), text, values })).rows;
    const begin = client.query(BEGIN);
    const writing = work(sql).then((begun) => {
      // If the beginning fails, nobody asks what became of them, and a fault that nobody hears ends the process.
      begun.writes.catch(() => {});
      return begun;
    });
    const [, { writes, isSent }] = await Promise.all([begin, writing]);
    // After a statement that failed, Postgres takes a commit for a rollback.
    if (isSent) return (await Promise.all([writes, client.query("COMMIT")]))[0];
    const result = await writes;
    await client.query("COMMIT");
    return result;
  });

/** One statement, committed. */
export const execute = (text: string, values: unknown[]) =>
  commit(async (sql) => ({ writes: sql(text, values), isSent: true }));

/** Lets go of the database. */
export async function closeCheckIns(): Promise<void> {
  await kept.tattleCheckInPool?.end();
  kept.tattleCheckInPool = undefined;
}
