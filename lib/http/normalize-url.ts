import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";

/** The methods that a route of Next.js can answer. */
const ROUTABLE = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/**
 * A path of the API with a part that is empty or made of dots. Next.js would take `…/tags/..` for the snitch itself, and
 * whoever wants to remove that tag would delete it.
 */
const NO_PART = /^\/v1\/(.*\/)?(\/|(\.|%2e){1,2}(\/|$))/i;

type Routed = Pick<IncomingMessage, "method" | "url">;

/** Has every request that reaches this process made routable before Next.js looks at it. */
export const makeRequestsRoutable = () =>
  subscribe("http.server.request.start", (message) =>
    makeRoutable((message as { request: IncomingMessage }).request),
  );

/**
 * Turns what Next.js falls over (500) or redirects (308) before it asks any route into what a route can answer: a path
 * that cannot be decoded is taken to the letter, a path of the API with an empty part, or with dots for one, is unknown, a
 * check-in’s slashes to spare are left out, and a method that has no name there counts as one that no operation has.
 */
export function makeRoutable(request: Routed): void {
  const { method = "GET", url = "/" } = request;
  if (!ROUTABLE.includes(method)) request.method = "PUT";

  const [written = "", ...query] = url.split(/(?=[?#])/);
  // A target with a host, as proxies send it; an address that ends in a slash, with a path that begins with one.
  const path = written
    .replace(/^https?:\/\/[^/]+(?=\/)/i, "")
    .replace(/^\/+(?=(v1|c)(\/|$))/, "/")
    .replace(/^\/c\/+/, "/c/");
  const whole = isDecodable(path) ? path : path.replaceAll("%", "%25");
  const routable = NO_PART.test(whole) ? "/v1" : whole;
  if (routable !== written) request.url = routable + query.join("");
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
