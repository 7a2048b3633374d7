import { remember } from "@epic-web/remember";
import pg from "pg";
import { openOutageLog } from "./log-outage";
import { lowerBackend } from "./priority";

/** When this process last lost a connection to the database or failed to open one, by `performance.now()`. */
export const latestLoss = remember("tattle.latest-loss", () => ({ at: Number.NEGATIVE_INFINITY }));

/** How long ago this process last lost a connection to the database or failed to open one; `Infinity` if it never did. */
export const msSinceConnectionLost = () => performance.now() - latestLoss.at;

const outage = openOutageLog({
  failing: "lost a connection to the database, or could not open one",
  working: "connected to the database again",
});

/** `goesFirst`: its backends keep their priority when that of the process is lowered. */
type Options = { goesFirst?: boolean };

/**
 * A client that survives the loss of its connection at any moment. Without its own listener, a connection that is lost
 * between two queries would end the process.
 */
class ResilientClient extends pg.Client {
  constructor(config?: string | (pg.ClientConfig & Options)) {
    super(config);
    this.on("error", this.onLost);
    // The client emits no error if the connection could not be opened.
    this.connection.on("error", this.onLost);
    this.on("connect", outage.worked);
    const goesFirst = typeof config === "object" && config.goesFirst;
    if (!goesFirst) this.on("connect", () => lowerBackend(this));
  }

  /** BullMQ calls it before it closes the connection, which may be lost in that moment, too. */
  override removeAllListeners(...event: [] | [string]): this {
    super.removeAllListeners(...event);
    return this.listeners("error").includes(this.onLost) ? this : this.on("error", this.onLost);
  }

  private readonly onLost = (error: Error) => {
    latestLoss.at = performance.now();
    outage.failed({ error: error.message });
  };
}

/**
 * Options for every pool. A lost connection fails the query that used it; the next query opens a new one. Idle connections
 * stay open for longer than recurring queries are apart: to open one takes more CPU time than they do.
 */
export const resilientPool = {
  Client: ResilientClient,
  connectionTimeoutMillis: 5_000,
  idleTimeoutMillis: 90_000,
};

/** The latest pool of each name in this process. */
const pools = remember("tattle.pools", () => new Map<string, pg.Pool>());

/** A pool of resilient connections. Its name is the one in `poolUses`. */
export function openPool(name: string, config: pg.PoolConfig & Options): pg.Pool {
  const opened = new pg.Pool({ ...resilientPool, ...config });
  // The client logs its errors itself.
  opened.on("error", () => {});
  pools.set(name, opened);
  return opened;
}

/** How many connections of each pool are in use, and how many queries wait for one, by the pool's name. */
export const poolUses = (): { name: string; inUse: number; waiting: number }[] =>
  [...pools].map(([name, { totalCount, idleCount, waitingCount }]) => ({
    name,
    inUse: totalCount - idleCount,
    waiting: waitingCount,
  }));

/**
 * Runs the work on one connection of the pool. If the work throws, its open transaction is rolled back. A connection that
 * cannot be rolled back is closed, not reused.
 */
export async function withConnection<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let rollbackError: Error | undefined;
  try {
    return await work(client);
  } catch (error) {
    await client.query("ROLLBACK").catch((reason: Error) => {
      rollbackError = reason;
    });
    throw error;
  } finally {
    client.release(rollbackError);
  }
}
