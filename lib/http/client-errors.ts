import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { refuse } from "./refuse";
import { hasUnencodedTarget, replay } from "./unencoded-target";

type Response = ServerResponse<IncomingMessage>;
/** The latest response on a connection. A WeakMap would cost every check-in a fifth more: its keys burden the garbage collector. */
const LATEST = Symbol("latest response");
type Client = Duplex & { [LATEST]?: Response };

/**
 * Has a server explain what Node.js refuses, respond to a complete request that stray bytes follow, and accept a target that is not
 * percent-encoded, as curl sends it.
 */
export function handleClientErrors(server: Server): void {
  const handled = new WeakSet<Client>();
  server.on("request", ({ socket }: { socket: Client }, response) => {
    socket[LATEST] = response;
  });
  server.on("clientError", (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, client: Client) => {
    // Node.js reports every later packet of a connection, too.
    if (handled.has(client)) return;
    handled.add(client);
    const response = client[LATEST];
    const isIncomplete = response?.req.complete === false;
    if (!client.writable || error.code === "ECONNRESET" || (isIncomplete && response.headersSent))
      client.destroy();
    else if (response && isInProgress(response) && !isIncomplete) endWith(response, client);
    else if (client instanceof Socket && hasUnencodedTarget(error)) replay(server, client, error.rawPacket);
    else refuse(client, error.code);
  });
}

const isInProgress = (response: Response) => !response.writableFinished && !response.destroyed;

function endWith(response: Response, client: Client): void {
  response.shouldKeepAlive = false;
  response.once("finish", () => client.end(() => client.destroy()));
}
