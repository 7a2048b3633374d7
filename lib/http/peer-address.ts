import { env } from "@/lib/platform/env";
import { clientAddressFrom } from "./client-address-from";
import { isFromLoopback } from "./loopback";
import type { RequestHook } from "./request-hooks";

/** The headers that pass what only the connection shows to route handlers, which cannot see it. */
export const PEER_HEADER = "x-tattle-peer";
const LOOPBACK_HEADER = "x-tattle-loopback";

type Headers = { get: (name: string) => string | null };

/** The client of a request: its IP address, and whether it is on this machine. */
export type Client = { address: string; isLoopback: boolean };

/** The client's address, from the headers of a request in a route handler or a server action. */
export const readClientAddress = (headers: Headers) =>
  clientAddressFrom(headers.get(PEER_HEADER) ?? "", headers.get("x-forwarded-for") ?? "");

/** The client of a request in a route handler or a server action. */
export const readClient = (headers: Headers): Client => ({
  address: readClientAddress(headers),
  isLoopback: headers.get(LOOPBACK_HEADER) === "yes",
});

/** Sets the headers about the connection, and replaces values that the client sent. */
export const setPeerHeaders: RequestHook = ({ request }) => {
  const peer = request.socket.remoteAddress ?? "";
  const { headers, httpVersion } = request;
  const installation = { appUrl: env.APP_URL, trusted: env.TRUSTED_PROXIES };
  headers[LOOPBACK_HEADER] = isFromLoopback({ peer, headers, httpVersion }, installation) ? "yes" : "no";
  headers[PEER_HEADER] = peer;
};
