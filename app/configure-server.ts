import type { Server } from "node:http";
import { handleMalformedCheckIn } from "@/lib/check-ins/handle-malformed";
import { handleClientErrors, MAX_HEAD_BYTES } from "@/lib/http/client-errors";
import type { RequestHook } from "@/lib/http/request-hooks";

const configured = new WeakSet<Server>();

/** Configures the HTTP server that Next.js made, which is reachable only through its requests. */
export const configureOnce: RequestHook = ({ server }) => {
  if (configured.has(server)) return;
  configured.add(server);
  configureServer(server);
};

/** Makes the server accept the same check-ins as the check-in server: long heads, old clients, misspelt URLs. */
export function configureServer(server: Server): void {
  // Missing in Node's types: the limit for the heads of requests on later connections.
  Object.assign(server, { maxHeaderSize: MAX_HEAD_BYTES });
  // Java's client offers HTTP/2 by an upgrade and would wait for ever: Next.js upgrades only in development.
  if (process.env.NODE_ENV === "production") server.removeAllListeners("upgrade");
  server.on(
    "clientError",
    handleClientErrors((request, peer) =>
      /^\/+c\//.test(request.url) ? handleMalformedCheckIn(request, peer, new Date()) : null,
    ),
  );
}
