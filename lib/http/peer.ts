import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { env } from "@/lib/platform/env";
import { clientAddress } from "./client-address";

/** Carries the address at the other end of a connection to a route handler, which cannot see the connection. */
export const PEER_HEADER = "x-tattle-peer";

/** Where a request to a route handler or an action comes from, as its headers tell. */
export const addressOf = (headers: { get: (name: string) => string | null }) =>
  clientAddress(headers.get(PEER_HEADER) ?? "", headers.get("x-forwarded-for") ?? "", env.TRUSTED_PROXIES);

/** Has every request that reaches this process say who holds the other end, whatever it said of that itself. */
export const tellPeers = () =>
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { request: IncomingMessage };
    request.headers[PEER_HEADER] = request.socket.remoteAddress ?? "";
  });
