import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { env } from "@/lib/platform/env";
import type { RequestHook } from "./request-hooks";

/** Anyone who watches or starts the process asks for these by any of its addresses. */
const OF_EVERY_HOST = /^\/(?:healthz|readyz|metrics)\/?(?:\?|$)/;

/** A segment `.` or `..`, by which a path would leave the folder that it is put into. */
const DOT_SEGMENT = /[/\\](?:\.|%2e){1,2}(?=[/\\?]|$)/i;

type MutableRequest = Pick<IncomingMessage, "url" | "headers">;

/** On a host for check-ins alone, URLs need no prefix: `https://check-in.example/<token>`. */
export const routeCheckInHost: RequestHook = ({ request }) =>
  routeByHost(request, env.APP_URL, env.CHECK_IN_URL);

/** Leads every path of a host for check-ins alone to check-ins, except those that every host serves. */
export function routeByHost(request: MutableRequest, appUrl: string, checkInUrl: string): void {
  const { url = "/", headers } = request;
  if (OF_EVERY_HOST.test(url) || !isCheckInHost(headers.host ?? "", appUrl, checkInUrl)) return;
  const path = url.replace(/^[/\\]+/, "");
  request.url = `/c/${DOT_SEGMENT.test(url) ? withoutDots(path) : path}`;
}

function withoutDots(path: string): string {
  const { pathname, search } = new URL(`http://localhost/${path}`);
  return pathname.slice(1) + search;
}

/**
 * Whether this host serves only check-ins. An address without a name does so only at its port: a proxy on this machine, or in this
 * network, asks for pages by the same one.
 */
function isCheckInHost(host: string, appUrl: string, checkInUrl: string): boolean {
  const checkIn = new URL(checkInUrl);
  if (checkIn.hostname === new URL(appUrl).hostname || !URL.canParse(`${checkIn.protocol}//${host}`))
    return false;
  const url = new URL(`${checkIn.protocol}//${host}`);
  return url.hostname === checkIn.hostname && (hasName(url.hostname) || url.port === checkIn.port);
}

const hasName = (hostname: string) => hostname !== "localhost" && isIP(hostname.replace(/[[\]]/g, "")) === 0;
