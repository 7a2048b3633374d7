import type { IncomingMessage } from "node:http";

/** Runs once in each web process, before its first request. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { subscribe } = await import("node:diagnostics_channel");
  const { makeRoutable } = await import("@/lib/api/routable");
  subscribe("http.server.request.start", (message) =>
    makeRoutable((message as { request: IncomingMessage }).request),
  );
}
