import { env } from "@/lib/platform/env";
import { clientAddress } from "./client-address";
import type { RequestHook } from "./request-hooks";

/** Carries the address of the connection's other end to route handlers, which cannot see the connection. */
export const PEER_HEADER = "x-tattle-peer";

/** The client's address, from the headers that a route handler or an action sees. */
export const addressOf = (headers: { get: (name: string) => string | null }) =>
  clientAddress(headers.get(PEER_HEADER) ?? "", headers.get("x-forwarded-for") ?? "", env.TRUSTED_PROXIES);

/** Sets the peer header from the connection, whatever the client sent under that name. */
export const setPeerHeader: RequestHook = ({ request }) => {
  request.headers[PEER_HEADER] = request.socket.remoteAddress ?? "";
};
