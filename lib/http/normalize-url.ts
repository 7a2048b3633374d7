import type { IncomingMessage } from "node:http";
import type { RequestHook } from "./request-hooks";

/** The methods that a Next.js route can handle. */
const ROUTABLE_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/**
 * An API path with a segment that is empty, `.` or `..`. Next.js would resolve `…/tags/..` to the snitch itself, so that
 * removing the tag `..` would delete the snitch.
 */
const EMPTY_SEGMENT = /^\/v1\/(.*\/)?(\/|(\.|%2e){1,2}(\/|$))/i;

/**
 * Extra slashes of an API path that cannot hide an empty token or tag: before a word of the API that follows the version or
 * a token, and before a token. `…/tags//` and `/snitches//pause` keep theirs.
 */
const EXTRA_SLASHES: [RegExp, string][] = [
  [/^\/v1\/+(snitches|metrics|openapi\.json)(?=\/|$)/, "/v1/$1"],
  [/^\/v1\/snitches\/+(?=[\da-f]{8,}(\/|$))/, "/v1/snitches/"],
  [/^(\/v1\/snitches\/[^/]+)\/+(tags|pause|unpause)(?=\/|$)/, "$1/$2"],
];

/** Normalizes a request before Next.js routes it. */
export const normalizeUrl: RequestHook = ({ request }) => normalizeRequest(request);

/**
 * Changes a request that Next.js would fail on (500) or redirect (308), so that a route can respond to it:
 * - a path that cannot be decoded is taken literally;
 * - extra slashes in a check-in URL or an API path are removed;
 * - any other API path with an empty or dot segment becomes an unknown path;
 * - an unknown method becomes `PUT`, which no API operation uses.
 */
export function normalizeRequest(request: Pick<IncomingMessage, "method" | "url">): void {
  const { method = "GET", url = "/" } = request;
  if (!ROUTABLE_METHODS.includes(method)) request.method = "PUT";

  const [target = "", ...query] = url.split(/(?=[?#])/);
  // Proxies may send a target with a host. A base URL with a trailing slash gives a path with two slashes.
  const path = target
    .replace(/^https?:\/\/[^/]+(?=\/)/i, "")
    .replace(/^\/+(?=(v1|v2|c|ping|p|heartbeats|opsgenie|api)(\/|$))/, "/")
    .replace(/^\/(c|opsgenie)\/+/, "/$1/");
  const literal = isDecodable(path) ? path : path.replaceAll("%", "%25");
  const single = literal.startsWith("/v1/") ? withoutExtraSlashes(literal) : literal;
  const routable = EMPTY_SEGMENT.test(single) ? "/v1" : single;
  if (routable !== target) request.url = routable + query.join("");
}

const withoutExtraSlashes = (path: string) =>
  EXTRA_SLASHES.reduce((shorter, [slashes, replacement]) => shorter.replace(slashes, replacement), path);

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
