import { remember } from "@epic-web/remember";
import pg from "pg";
import { env } from "./env";
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

/** `priority`: that of its backends, as `nice` says it; by default that of the process. With one, all are opened at once. */
type Options = { priority?: number };

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
    const priority = typeof config === "object" ? config.priority : undefined;
    this.on("connect", () => lowerBackend(this, priority));
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

/** How many connections a patient pool opens as soon as they are needed. */
const AT_ONCE = env.PROCESSES === "one" ? 1 : 2;

/** About as long as Postgres takes to start a backend; longer where memory matters more than a moment. */
const PATIENCE_MS = env.PROCESSES === "one" ? 250 : 20;

type OnConnected = Parameters<pg.Pool["connect"]>[0];

/**
 * A pool that opens a further connection only for work that has waited for one. pg opens all of them for a moment in which many short
 * statements are given, and each leaves a backend with 5 to 15 MB.
 */
export class PatientPool extends pg.Pool {
  private readonly most: number;
  private asked = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(config: pg.PoolConfig & Options) {
    super(config);
    this.most = this.options.max;
    this.options.max = Math.min(AT_ONCE, this.most);
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(onConnected: OnConnected): void;
  override connect(onConnected?: OnConnected): Promise<pg.PoolClient> | undefined {
    let connecting: Promise<pg.PoolClient> | undefined;
    if (onConnected) super.connect(onConnected);
    else connecting = super.connect();
    this.asked += 1;
    this.growLater();
    return connecting;
  }

  private growLater() {
    if (this.timer || this.waitingCount === 0) return;
    const askedBefore = this.asked;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      // Those who ask first are served first.
      const hasOneWaited = this.waitingCount > this.asked - askedBefore;
      if (hasOneWaited && this.totalCount < this.most) this.openOne();
      this.growLater();
    }, PATIENCE_MS);
  }

  /** Opens a connection for those who wait. If it cannot be opened, they go on waiting, until their timeout. */
  private openOne() {
    const { max } = this.options;
    this.options.max = this.most;
    const opening = super.connect();
    this.options.max = max;
    opening.then(
      (client) => client.release(),
      () => {},
    );
  }
}

/** The latest pool of each name in this process. */
const pools = remember("tattle.pools", () => new Map<string, pg.Pool>());

/** A pool of resilient connections, without a name in `poolUses`. */
export function openUnnamedPool(config: pg.PoolConfig & Options): pg.Pool {
  const Pool = config.priority === undefined ? PatientPool : pg.Pool;
  const opened = new Pool({ ...resilientPool, ...config });
  // The client logs its errors itself.
  opened.on("error", () => {});
  return opened;
}

/** A pool of resilient connections. Its name is the one in `poolUses`. */
export function openPool(name: string, config: pg.PoolConfig & Options): pg.Pool {
  const opened = openUnnamedPool(config);
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
