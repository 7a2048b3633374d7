import type { IncomingMessage } from "node:http";
import type { RequestHook } from "./request-hooks";

/** The methods that a Next.js route can handle. */
const ROUTABLE_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/**
 * An API path with a segment that is empty, `.` or `..`. Next.js would resolve `…/tags/..` to the snitch itself, so that
 * removing the tag `..` would delete the snitch.
 */
const EMPTY_SEGMENT = /^\/v1\/(.*\/)?(\/|(\.|%2e){1,2}(\/|$))/i;

type MutableRequest = Pick<IncomingMessage, "method" | "url">;

/** Normalizes a request before Next.js routes it. */
export const normalizeUrl: RequestHook = ({ request }) => normalizeRequest(request);

/**
 * Changes a request that Next.js would fail on (500) or redirect (308), so that a route can respond to it:
 * - a path that cannot be decoded is taken literally;
 * - an API path with an empty or dot segment becomes an unknown path;
 * - extra slashes in a check-in URL are removed;
 * - an unknown method becomes `PUT`, which no API operation uses.
 */
export function normalizeRequest(request: MutableRequest): void {
  const { method = "GET", url = "/" } = request;
  if (!ROUTABLE_METHODS.includes(method)) request.method = "PUT";

  const [target = "", ...query] = url.split(/(?=[?#])/);
  // Proxies may send a target with a host. A base URL with a trailing slash gives a path with two slashes.
  const path = target
    .replace(/^https?:\/\/[^/]+(?=\/)/i, "")
    .replace(/^\/+(?=(v1|c)(\/|$))/, "/")
    .replace(/^\/c\/+/, "/c/");
  const literal = isDecodable(path) ? path : path.replaceAll("%", "%25");
  const routable = EMPTY_SEGMENT.test(literal) ? "/v1" : literal;
  if (routable !== target) request.url = routable + query.join("");
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
