import type { Server } from "node:http";
import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import { MAX_HEAD_BYTES } from "./head-end";

/** Percent-encoding makes a raw byte three times as long. */
const MAX_REPAIRED_HEAD_BYTES = 3 * MAX_HEAD_BYTES;

/** A client's connection that begins with a repaired request. */
export class RepairedConnection extends Duplex {
  constructor(
    private readonly client: Socket,
    bytes: Buffer,
  ) {
    super();
    // From here on, the bytes of the client no longer reach the parser that refused its request.
    client.removeAllListeners("data").removeAllListeners("end").setTimeout(0);
    client.on("data", (chunk) => this.push(chunk) || client.pause());
    client.on("end", () => this.push(null)).on("close", () => this.destroy());
    this.push(bytes);
  }

  get remoteAddress() {
    return this.client.remoteAddress;
  }

  override _read(): void {
    this.client.resume();
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, callback: (error?: Error | null) => void): void {
    this.client.write(chunk, encoding, callback);
  }

  override _final(callback: () => void): void {
    this.client.end(callback);
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    this.client.destroySoon();
    callback(error);
  }

  /** As of a socket: ends the connection after everything is written. */
  destroySoon(): void {
    this.end(() => this.destroy());
  }
}

/** Gives the server a repaired request as if it came on a new connection. */
export function acceptRepaired(server: Server, client: Socket, bytes: Buffer): void {
  // The server takes the limit when the connection begins. Node's types lack the property.
  const limited = server as Server & { maxHeaderSize?: number };
  const { maxHeaderSize } = limited;
  limited.maxHeaderSize = MAX_REPAIRED_HEAD_BYTES;
  server.emit("connection", new RepairedConnection(client, bytes));
  limited.maxHeaderSize = maxHeaderSize;
}
