import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/**
 * How the connection behaves:
 * - `sound`: it works;
 * - `cut`: it is closed, and new connections are refused;
 * - `silent`: no bytes pass in either direction;
 * - `deaf`: requests reach the database, but responses do not come back;
 * - `dying`: each connection ends as when the server shuts down, in the packet that says that it is ready.
 */
type Behaviour = "sound" | "cut" | "silent" | "deaf" | "dying";

/** What Postgres sends when it is ready for a query. */
const READY = Buffer.from("Z\0\0\0\x05I", "latin1");
/** What it sends when it shuts down. */
const SHUTTING_DOWN = errorResponse({
  S: "FATAL",
  V: "FATAL",
  C: "57P01",
  M: "terminating connection due to administrator command",
});

function errorResponse(fields: Record<string, string>): Buffer {
  const body = Buffer.from(
    `${Object.entries(fields)
      .map(([type, value]) => `${type}${value}\0`)
      .join("")}\0`,
  );
  const header = Buffer.alloc(5, "E");
  header.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([header, body]);
}

/** A proxy in front of the database whose connections can be made to fail, for tests of outages. */
export async function openFlakyConnection(databaseUrl: string) {
  let url = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let behaviour: Behaviour = "sound";
  let change: { text: string; next: Behaviour; onDone: () => void } | undefined;

  const server = createServer((client) => {
    if (behaviour === "cut") {
      client.destroy();
      return;
    }
    const database = connect(Number(url.port || 5432), url.hostname);
    for (const [from, to, passes] of [
      [client, database, () => behaviour !== "silent"],
      [database, client, () => behaviour === "sound" || behaviour === "dying"],
    ] as const) {
      sockets.add(from);
      // Otherwise a small packet waits 40 ms for the acknowledgement of the previous one.
      from.setNoDelay(true);
      from.on("data", (chunk) => {
        const isLast = behaviour === "dying" && to === client && chunk.subarray(-READY.length).equals(READY);
        if (isLast) client.end(Buffer.concat([chunk, SHUTTING_DOWN]));
        else if (passes()) to.write(chunk);
        if (change && from === client && chunk.includes(change.text)) {
          behaviour = change.next;
          change.onDone();
          change = undefined;
        }
      });
      from.on("error", () => {});
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  const proxyUrl = new URL(databaseUrl);
  proxyUrl.hostname = "127.0.0.1";
  proxyUrl.port = String((server.address() as AddressInfo).port);
  return {
    url: proxyUrl.href,
    /** Connects to another server from now on. */
    connectTo(next: string) {
      url = new URL(next);
    },
    become(next: Behaviour) {
      behaviour = next;
      change = undefined;
      if (next === "cut") for (const socket of sockets) socket.destroy();
    },
    /** Passes on the next request that contains the text, behaves so from then on, and resolves. */
    becomeAfter(text: string, next: Behaviour): Promise<void> {
      return new Promise((onDone) => {
        change = { text, next, onDone };
      });
    },
  };
}
