import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/**
 * How the connection behaves:
 * - `sound`: it works;
 * - `cut`: it is closed, and new connections are refused;
 * - `silent`: no bytes pass in either direction;
 * - `deaf`: requests reach the database, but responses do not come back;
 * - `forgetful`: it works until the next COMMIT, and is deaf from then on.
 */
type Behaviour = "sound" | "cut" | "silent" | "deaf" | "forgetful";

/** A proxy in front of the database whose connections can be made to fail, for tests of outages. */
export async function openFlakyConnection(databaseUrl: string) {
  let url = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let behaviour: Behaviour = "sound";

  const server = createServer((client) => {
    if (behaviour === "cut") {
      client.destroy();
      return;
    }
    const database = connect(Number(url.port || 5432), url.hostname);
    for (const [from, to, passes] of [
      [client, database, () => behaviour !== "silent"],
      [database, client, () => behaviour === "sound" || behaviour === "forgetful"],
    ] as const) {
      sockets.add(from);
      // Otherwise a small packet waits 40 ms for the acknowledgement of the previous one.
      from.setNoDelay(true);
      from.on("data", (chunk) => {
        if (passes()) to.write(chunk);
        if (behaviour === "forgetful" && from === client && chunk.includes("COMMIT")) behaviour = "deaf";
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
      if (next === "cut") for (const socket of sockets) socket.destroy();
    },
  };
}
