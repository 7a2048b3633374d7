import pg from "pg";
import { log } from "./log";

/**
 * A client that survives the loss of its connection at any moment. Without a listener of its own, a loss between two
 * queries, or while somebody has checked the client out, would end the whole process.
 */
class SteadyClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on("error", (fault) => log.warn({ fault: fault.message }, "lost a connection to the database"));
  }
}

/** For everything that opens a pool: a lost connection fails the query that used it, and is replaced at the next one. */
export const STEADY = { Client: SteadyClient, connectionTimeoutMillis: 5_000 };
