import type { Server } from "node:http";
import type { Duplex } from "node:stream";
import { SECOND_MS } from "@/lib/rules/durations";
import { MAX_HEAD_BYTES } from "./head-end";
import { RepairedConnection } from "./repaired-connection";

/** More than Node.js reads, so that it refuses a head that is too long together with its first line. */
const MAX_COLLECTED_BYTES = MAX_HEAD_BYTES + 1024;

/** How a request begins: empty lines, a method and a target. Other bytes, for example of TLS, are refused at once. */
const BEGINNING = /^[\r\n]*(?:[A-Z]{0,32}$|[A-Z]{1,32} +(?:$|[/*h]))/;
const MAX_BEGINNING_BYTES = 64;

const CHECK_INTERVAL_MS = SECOND_MS;

/** The bytes of a connection until its first head is complete, and what to do then. */
type FirstHead = { chunks: Buffer[]; size: number; startedAt: number; collector: Collector };
const FIRST_HEAD = Symbol("first head");
type Connection = Duplex & { [FIRST_HEAD]?: FirstHead };

/**
 * Gives the server the first request head of each connection in one piece. Node.js reports only the last packet of a head
 * that it refuses, so a malformed head that came in several packets could not be repaired.
 */
export function collectFirstHeads(server: Server): void {
  const collector = new Collector(server);
  server.removeAllListeners("connection").on("connection", (connection: Connection) => {
    if (connection instanceof RepairedConnection) collector.accept(connection);
    else collector.start(connection);
  });
}

class Collector {
  private readonly listeners: ((connection: Connection) => void)[];
  private readonly waiting = new Set<Connection>();
  // One timer instead of one for each connection, because every check-in pays for it. None while no connection waits.
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly server: Server) {
    this.listeners = server.listeners("connection") as typeof this.listeners;
    server.once("close", () => this.stopTimer());
  }

  start(connection: Connection): void {
    connection[FIRST_HEAD] = { chunks: [], size: 0, startedAt: performance.now(), collector: this };
    this.waiting.add(connection);
    this.timer ??= setInterval(() => this.endLate(performance.now()), CHECK_INTERVAL_MS).unref();
    connection.on("data", addChunk).on("end", endEarly).on("error", ignore);
  }

  stop(connection: Connection): void {
    connection[FIRST_HEAD] = undefined;
    this.waiting.delete(connection);
    connection.off("data", addChunk).off("end", endEarly).off("error", ignore);
  }

  /** Gives the connection to the server, as if it began now. */
  accept(connection: Connection): void {
    for (const listener of this.listeners) listener.call(this.server, connection);
  }

  fail(connection: Connection, code: string): void {
    this.stop(connection);
    connection.on("error", ignore);
    this.server.emit("clientError", Object.assign(new Error(code), { code }), connection);
  }

  private endLate(now: number): void {
    const { headersTimeout } = this.server;
    for (const connection of this.waiting) {
      if (connection.destroyed) this.waiting.delete(connection);
      else if (headersTimeout > 0 && now - (connection[FIRST_HEAD]?.startedAt ?? now) > headersTimeout)
        this.fail(connection, "ERR_HTTP_REQUEST_TIMEOUT");
    }
    if (this.waiting.size === 0) this.stopTimer();
  }

  private stopTimer(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }
}

// The listeners are shared by all connections: a function of its own for each would cost more than the rest.

const ignore = () => {};

function addChunk(this: Connection, chunk: Buffer): void {
  const head = this[FIRST_HEAD];
  if (!head) return;
  // The empty line can begin in an earlier packet.
  const recent = head.size === 0 ? chunk : Buffer.concat([...head.chunks.slice(-2), chunk]);
  head.chunks.push(chunk);
  head.size += chunk.length;
  if (isIncomplete(head, recent)) return;
  head.collector.stop(this);
  head.collector.accept(this);
  this.emit("data", head.chunks.length === 1 ? chunk : Buffer.concat(head.chunks, head.size));
}

function endEarly(this: Connection): void {
  const head = this[FIRST_HEAD];
  if (!head) return;
  if (head.size > 0) head.collector.fail(this, "HPE_INVALID_EOF_STATE");
  else this.destroy();
}

function isIncomplete({ chunks, size }: FirstHead, recent: Buffer): boolean {
  if (recent.includes("\n\r\n") || recent.includes("\n\n") || size >= MAX_COLLECTED_BYTES) return false;
  return size > MAX_BEGINNING_BYTES || BEGINNING.test(Buffer.concat(chunks).toString("latin1"));
}
