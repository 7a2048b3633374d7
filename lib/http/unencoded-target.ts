import type { Server } from "node:http";
import type { Socket } from "node:net";
import { Duplex, Transform } from "node:stream";
import { MAX_HEAD_BYTES } from "./refuse";

const REQUEST_LINE = /^([A-Z]+ )(.*)( HTTP\/1\.[01]\r\n)/;

/** Bytes that HTTP forbids in a target, but that clients such as curl send: a space, the bytes of an “é”. */
const UNENCODED = /[^\x21-\x7e]/g;

/** What Node.js calls them: at a space it expects the version of HTTP. */
const CODES = ["HPE_INVALID_URL", "HPE_INVALID_CONSTANT"];

type Refused = { code?: string; rawPacket?: Buffer };

/** Whether Node.js refused a request for its target alone. All packets of a later line have another code. */
export const hasUnencodedTarget = (error: Refused): error is Required<Refused> =>
  CODES.includes(error.code ?? "") && /^[A-Z]+ [/h]/.test(error.rawPacket?.toString("latin1", 0, 64) ?? "");

const percentEncode = (byte: string) => `%${byte.charCodeAt(0).toString(16).padStart(2, "0")}`;

/** The connection ends with the response, so that a connection is replayed once. */
const encodeTarget = (line: Buffer) =>
  Buffer.from(
    line
      .toString("latin1")
      .replace(
        REQUEST_LINE,
        (_, method, target, version) =>
          `${method}${target.replace(UNENCODED, percentEncode)}${version}Connection: close\r\n`,
      ),
    "latin1",
  );

function encodeFirstLine(): Transform {
  let line: Buffer | null = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _, done) {
      if (line === null) return done(null, chunk);
      line = Buffer.concat([line, chunk]);
      if (!line.includes("\n") && line.length < MAX_HEAD_BYTES) return done();
      const encoded = encodeTarget(line);
      line = null;
      done(null, encoded);
    },
  });
}

/** Gives the server what a client has sent and goes on sending, with its target percent-encoded, as if it came on a new connection. */
export function replay(server: Server, client: Socket, bytes: Buffer): void {
  // From here on, the bytes of the client no longer reach the parser that refused its request.
  client.removeAllListeners("data").removeAllListeners("end").setTimeout(0);
  const readable = encodeFirstLine();
  readable.write(bytes);
  const connection = Duplex.from({ readable: client.pipe(readable), writable: client });
  const destroySoon = () => connection.end(() => connection.destroy());
  server.emit("connection", Object.assign(connection, { remoteAddress: client.remoteAddress, destroySoon }));
}
