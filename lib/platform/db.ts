import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { env } from "./env";
import { type Prisma, PrismaClient } from "./generated/client";
import { STEADY, withConnection } from "./pool";

/** Next.js reloads modules while developing: the pool must survive that. */
const kept = globalThis as { tattlePool?: pg.Pool; tattlePrisma?: PrismaClient };

/** Connections that Prisma and set-based SQL share. */
export const pool = kept.tattlePool ?? openPool();
kept.tattlePool = pool;

function openPool() {
  const opened = new pg.Pool({ ...STEADY, connectionString: env.DATABASE_URL, max: 10 });
  // The client has said so already.
  opened.on("error", () => {});
  return opened;
}

export const db =
  kept.tattlePrisma ??
  new PrismaClient({
    adapter: new PrismaPg(pool),
    // Otherwise what it was given, secrets too, stands in its complaints.
    errorFormat: "minimal",
  });
kept.tattlePrisma = db;

/** Runs one statement of set-based SQL. */
export type Sql = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;

/** The same in a transaction of Prisma's. */
export const sqlOf =
  (tx: Prisma.TransactionClient): Sql =>
  (text, values = []) =>
    tx.$queryRawUnsafe(text, ...values);

/** Runs the work in one transaction on one connection: all of it is committed, or nothing. */
export const transaction = <Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> =>
  withConnection(pool, async (client) => {
    await client.query("BEGIN");
    const result = await work(async (text, values) => (await client.query(text, values)).rows);
    await client.query("COMMIT");
    return result;
  });
