import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { collectFirstHeads } from "./first-head";
import { MAX_HEAD_BYTES } from "./head-end";
import { refuse } from "./refuse";
import { repairRequest } from "./repair-request";
import { acceptRepaired, RepairedConnection } from "./repaired-connection";

type Response = ServerResponse<IncomingMessage>;
type ClientError = NodeJS.ErrnoException & { rawPacket?: Buffer };

/** What a request target leads to. A check-in is accepted in almost any form, because its job ran. */
type KindOf = (target: string) => "check-in" | "api" | "page";

/** The latest response on a connection. A WeakMap would cost every check-in a fifth more: its keys burden the garbage collector. */
const LATEST = Symbol("latest response");
type Client = Socket & { [LATEST]?: Response };

const API_REQUEST = /^\s*[A-Z]+ (https?:\/\/[^/]+)?\/+v1[/?\s]/;

/**
 * Makes a server accept requests that Node.js refuses, if their meaning is clear: lines that end in LF alone, raw characters
 * in the target, bytes after a complete request. Of check-ins it also accepts malformed headers and incomplete bodies.
 */
export function tolerateMalformedRequests(server: Server, kindOf: KindOf): void {
  const handled = new WeakSet<Socket>();
  server.on("request", ({ socket }: { socket: Client }, response) => {
    socket[LATEST] = response;
  });
  collectFirstHeads(server);
  server.on("clientError", (error: ClientError, stream) => {
    const client = stream as Client;
    // Node.js reports every later packet of a connection, too.
    if (handled.has(client)) return;
    handled.add(client);
    const response = client[LATEST];
    if (!client.writable || error.code === "ECONNRESET") client.destroy();
    else if (response && isInProgress(response)) endWith(response, client, error, kindOf);
    else if (response?.req.complete === false) client.destroy();
    else acceptOrRefuse(server, client, error, kindOf);
  });
}

const isInProgress = (response: Response) => !response.writableFinished && !response.destroyed;

/** Ends the connection with the response in progress, or refuses if its request cannot be completed. */
function endWith(response: Response, client: Socket, error: ClientError, kindOf: KindOf): void {
  const kind = kindOf(response.req.url ?? "/");
  if (response.req.complete || kind === "check-in") {
    if (!response.req.complete) endBody(response.req);
    response.shouldKeepAlive = false;
    response.once("finish", () => client.destroySoon());
  } else if (response.headersSent) client.destroy();
  else refuse(client, error.code, kind === "api");
}

/** Makes the part of the body that has arrived the whole body. */
function endBody(request: IncomingMessage): void {
  // Otherwise Node.js destroys the connection at the end of the body.
  request.complete = true;
  request.push(null);
}

function acceptOrRefuse(server: Server, client: Socket, error: ClientError, kindOf: KindOf): void {
  const bytes = error.rawPacket ?? Buffer.alloc(0);
  const request = client instanceof RepairedConnection ? null : repairRequest(bytes);
  if (request && (request.isExact || kindOf(request.target) === "check-in")) {
    acceptRepaired(server, client, request.bytes);
  } else {
    const isTooLong = bytes.length > MAX_HEAD_BYTES && !request;
    const isApi = API_REQUEST.test(bytes.toString("latin1", 0, MAX_HEAD_BYTES));
    refuse(client, isTooLong ? "HPE_HEADER_OVERFLOW" : error.code, isApi);
  }
}
