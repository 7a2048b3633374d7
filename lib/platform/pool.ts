import pg from "pg";
import { log } from "./log";

let lostAt = Number.NEGATIVE_INFINITY;

/** How long ago this process last lost a connection to the database, or could not get one. */
export const msSinceConnectionLost = () => performance.now() - lostAt;

/**
 * A client that survives the loss of its connection at any moment. Without a listener of its own, a loss between two
 * queries, or while somebody has checked the client out, would end the whole process.
 */
class ResilientClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on("error", (fault) => {
      lostAt = performance.now();
      log.warn({ fault: fault.message }, "lost a connection to the database");
    });
    // The client itself keeps quiet about a connection that never came about.
    this.connection.on("error", () => {
      lostAt = performance.now();
    });
  }
}

/** For everything that opens a pool: a lost connection fails the query that used it, and is replaced at the next one. */
export const resilientPool = { Client: ResilientClient, connectionTimeoutMillis: 5_000 };

/**
 * Runs the work on a connection of its own from the pool. What it had begun when it failed is rolled back; a connection
 * that cannot do that is not given to anybody else.
 */
export async function withConnection<Result>(
  from: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await from.connect();
  let broken: Error | undefined;
  try {
    return await work(client);
  } catch (thrown) {
    await client.query("ROLLBACK").catch((fault: Error) => {
      broken = fault;
    });
    throw thrown;
  } finally {
    client.release(broken);
  }
}
