import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";

/** A request that has just arrived, its response, and the server that received it. */
export type Exchange = { request: IncomingMessage; response: ServerResponse; server: Server };

/** Reads or changes a request before anything else sees it. Must not throw. */
export type RequestHook = (exchange: Exchange) => void;

/** Runs these hooks, in this order, on every request to any HTTP server of this process. */
export function installRequestHooks(hooks: RequestHook[]): void {
  subscribe("http.server.request.start", (message) => {
    for (const hook of hooks) hook(message as Exchange);
  });
}
