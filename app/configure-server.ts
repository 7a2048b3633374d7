import type { Server } from "node:http";
import { handleMalformedCheckIn } from "@/lib/check-ins/handle-malformed";
import { handleClientErrors, MAX_HEAD_BYTES } from "@/lib/http/client-errors";
import type { RequestHook } from "@/lib/http/request-hooks";

const configured = new WeakSet<Server>();

/** Configures the HTTP server that Next.js created. Only a request leads to that server. */
export const configureOnce: RequestHook = ({ server }) => {
  if (configured.has(server)) return;
  configured.add(server);
  configureServer(server);
};

/** Makes the server accept the same check-ins as the check-in server: long headers, old clients, malformed URLs. */
export function configureServer(server: Server): void {
  // Node’s types lack this property: the limit of a request’s headers, for new connections.
  Object.assign(server, { maxHeaderSize: MAX_HEAD_BYTES });
  // Java’s client offers an upgrade to HTTP/2 and would wait forever. Next.js needs upgrades only in development.
  if (process.env.NODE_ENV === "production") server.removeAllListeners("upgrade");
  server.on(
    "clientError",
    handleClientErrors((request, peer) =>
      /^\/+c\//.test(request.url) ? handleMalformedCheckIn(request, peer, new Date()) : null,
    ),
  );
}
