import type { Server } from "node:http";
import { handleClientErrors } from "@/lib/http/client-errors";
import { drain } from "@/lib/http/drain";
import { MAX_HEAD_BYTES } from "@/lib/http/refuse";
import type { RequestHook } from "@/lib/http/request-hooks";
import { stopListener } from "@/lib/outages/listener";
import { stopRecorder } from "@/lib/outages/recorder";
import { guardBodies } from "./guard-bodies";

const configured = new WeakSet<Server>();

/** Configures the HTTP server that Next.js created. Only a request leads to that server. */
export const configureOnce: RequestHook = ({ server }) => {
  if (configured.has(server)) return;
  configured.add(server);
  configureServer(server);
};

/**
 * Makes the server accept the same check-ins as the check-in server: long headers, old clients, malformed URLs. What is not a check-in
 * reaches Next.js only with a body that is complete and within its limits.
 */
export function configureServer(server: Server): void {
  // Node’s types lack these properties: the limit of a request’s headers, for new connections, and whether Host is required.
  Object.assign(server, { maxHeaderSize: MAX_HEAD_BYTES, requireHostHeader: false });
  // Java’s client offers an upgrade to HTTP/2 and would wait forever. Next.js needs upgrades only in development.
  if (process.env.NODE_ENV === "production") server.removeAllListeners("upgrade");
  guardBodies(server);
  handleClientErrors(server);
  drainOnClose(server);
}

/** Next.js closes its server when the process is asked to end. It then leaves its load balancers first, and at last says that it takes no more check-ins. */
function drainOnClose(server: Server): void {
  const close = server.close.bind(server);
  server.close = (callback) => {
    void drain().then(() =>
      close((error) => {
        void stopListener()
          .then(stopRecorder)
          .finally(() => callback?.(error));
      }),
    );
    return server;
  };
}
