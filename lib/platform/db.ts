import { remember } from "@epic-web/remember";
import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import { env } from "./env";
import { type Prisma, PrismaClient } from "./generated/client";
import { openPool, withConnection } from "./pool";
import { nameStatement } from "./statement-name";

/** A backend keeps what it has learnt about tables and statements, up to 25 MB of it after a load. A new one has none of it. */
const MAX_LIFETIME_SECONDS = 240;

/** The database connections of this process, which Prisma and set-based SQL share. */
export const pool = remember("tattle.pool", () =>
  openPool("general", {
    connectionString: env.DATABASE_URL,
    max: 10,
    maxLifetimeSeconds: MAX_LIFETIME_SECONDS,
  }),
);

export const db = remember(
  "tattle.prisma",
  () =>
    new PrismaClient({
      adapter: new PrismaPg(pool),
      // Any other format puts the arguments of a failed query into the error, secrets included.
      errorFormat: "minimal",
    }),
);

/** Runs one SQL statement and returns its rows. */
export type Sql = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;

/** Runs one statement on a connection of the pool, outside any transaction. */
export const query: Sql = async (text, values) => (await pool.query(text, values)).rows;

/**
 * The same for a statement that pages repeat and Postgres plans for longer than it runs, because it reads tables with a partition for
 * each month: a connection keeps its plan. Its text must be one of few.
 */
export const prepared: Sql = async (text, values) =>
  (await pool.query({ name: nameStatement(text), text, values })).rows;

/** Runs SQL statements within a Prisma transaction. */
export const toSql =
  (tx: Prisma.TransactionClient): Sql =>
  (text, values = []) =>
    tx.$queryRawUnsafe(text, ...values);

/** Statements that are given at once run one after another. */
export function inTurn(sql: Sql): Sql {
  let previous: Promise<unknown> = Promise.resolve();
  return <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => {
    const rows = previous.then(() => sql<Row>(text, values));
    previous = rows.catch(() => {});
    return rows;
  };
}

/** Runs the work in one transaction: commits it, or rolls it back if it throws. */
export const transaction = <Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> =>
  withConnection(pool, async (client) => {
    await client.query("BEGIN");
    const result = await work(inTurn(async (text, values) => (await client.query(text, values)).rows));
    await client.query("COMMIT");
    return result;
  });
