import type { Socket } from "node:net";
import { type Agent, type buildConnector, Client, type Dispatcher, Pool } from "undici";

/** A connection that takes one request after another. */
export class Connection {
  private socket: Socket | null = null;
  /** How many bytes it had received when its last response ended. Null before that. */
  private responseBytes: number | null = null;

  opened(socket: Socket | null): void {
    this.socket = socket;
    this.responseBytes = null;
  }

  /** A response has ended. */
  responded(): void {
    this.responseBytes = this.socket?.bytesRead ?? null;
  }

  /** Whether it was used before, and nothing was received since: the receiver may have closed it before it saw the next request. */
  isStale(): boolean {
    return this.responseBytes !== null && this.responseBytes === this.socket?.bytesRead;
  }
}

/** A request that learns which connection sends it, if that connection is kept. */
export type ReportingRequest = Dispatcher.DispatchOptions & {
  onConnection?: (connection: Connection) => void;
};

class ReportingClient extends Client {
  private readonly connection: Connection;

  constructor(origin: URL | string, options: Pool.Options) {
    const connection = new Connection();
    super(origin, { ...options, connect: watched(options.connect, connection) });
    this.connection = connection;
  }

  override dispatch(options: ReportingRequest, handler: Dispatcher.DispatchHandler): boolean {
    options.onConnection?.(this.connection);
    return super.dispatch(options, handler);
  }
}

function watched(connect: Pool.Options["connect"], connection: Connection): buildConnector.connector {
  if (typeof connect !== "function") throw new Error("A pool connects by a function.");
  return (options, callback) => {
    connection.opened(null);
    connect(options, (...result) => {
      connection.opened(result[1]);
      callback(...result);
    });
  };
}

/** How long a connection waits for another request. A receiver that announces a shorter time is obeyed. */
const KEPT_MS = 2_000;

/** Then a new one is opened, so that a receiver of several machines gets something to do for each. */
const MAX_REQUESTS = 100;

/** Keeps connections open for as long as one request follows another. */
export const KEPT = {
  pipelining: 1,
  keepAliveTimeout: KEPT_MS,
  keepAliveMaxTimeout: KEPT_MS,
  maxRequestsPerClient: MAX_REQUESTS,
  factory: (origin: string | URL, options: object) =>
    new Pool(origin, { ...options, factory: (to, clientOptions) => new ReportingClient(to, clientOptions) }),
} satisfies Agent.Options;
