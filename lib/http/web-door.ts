import { subscribe } from "node:diagnostics_channel";
import type { Server } from "node:http";
import { MOST_HEAD_BYTES, refuseUnless } from "./client-errors";

const isCheckIn = (url: string) => /^\/+c\//.test(url);

/**
 * Has the HTTP server of this process, which Next.js made, hear check-ins as the door of their own does. From its first
 * request on, which is the supervisor's.
 */
export function openWebDoor(): void {
  const opened = new WeakSet<Server>();
  subscribe("http.server.request.start", (message) => {
    const { server } = message as { server: Server };
    if (opened.has(server)) return;
    opened.add(server);
    hearAs(server);
  });
}

/** Makes a server as patient as the door of check-ins. */
export function hearAs(server: Server): void {
  // Not in Node's types: how long the heads of requests may be on connections to come.
  Object.assign(server, { maxHeaderSize: MOST_HEAD_BYTES });
  // Java's client offers HTTP/2 by an upgrade, and would wait for ever: Next.js only upgrades while developing.
  if (process.env.NODE_ENV === "production") server.removeAllListeners("upgrade");
  server.on("clientError", refuseUnless(isCheckIn));
}
