import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";

/** Carries the address at the other end of a connection to a route handler, which cannot see the connection. */
export const PEER_HEADER = "x-tattle-peer";

/** Has every request that reaches this process say who holds the other end, whatever it said of that itself. */
export const tellPeers = () =>
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { request: IncomingMessage };
    request.headers[PEER_HEADER] = request.socket.remoteAddress ?? "";
  });
