import { clientAddressFrom } from "./client-address-from";
import type { RequestHook } from "./request-hooks";

/** The header that passes the address of the connection to route handlers, which cannot see it. */
export const PEER_HEADER = "x-tattle-peer";

/** The client's address, from the headers of a request in a route handler or a server action. */
export const readClientAddress = (headers: { get: (name: string) => string | null }) =>
  clientAddressFrom(headers.get(PEER_HEADER) ?? "", headers.get("x-forwarded-for") ?? "");

/** Sets the header about the connection, and replaces a value that the client sent. */
export const setPeerHeaders: RequestHook = ({ request }) => {
  request.headers[PEER_HEADER] = request.socket.remoteAddress ?? "";
};
