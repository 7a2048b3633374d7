import { remember } from "@epic-web/remember";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { env } from "./env";
import { type Prisma, PrismaClient } from "./generated/client";
import { resilientPool, withConnection } from "./pool";

/** The connections that Prisma and set-based SQL share. */
export const pool = remember("tattle.pool", () => {
  const opened = new pg.Pool({ ...resilientPool, connectionString: env.DATABASE_URL, max: 10 });
  // The client has logged it already.
  opened.on("error", () => {});
  return opened;
});

export const db = remember(
  "tattle.prisma",
  () =>
    new PrismaClient({
      adapter: new PrismaPg(pool),
      // Any other format puts the arguments of a failed query, secrets included, into the error.
      errorFormat: "minimal",
    }),
);

/** Runs one statement of set-based SQL. */
export type Sql = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;

/** The same within a Prisma transaction. */
export const sqlOf =
  (tx: Prisma.TransactionClient): Sql =>
  (text, values = []) =>
    tx.$queryRawUnsafe(text, ...values);

/** Runs the work in one transaction: commits it, or rolls it back if it throws. */
export const transaction = <Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> =>
  withConnection(pool, async (client) => {
    await client.query("BEGIN");
    const result = await work(async (text, values) => (await client.query(text, values)).rows);
    await client.query("COMMIT");
    return result;
  });
