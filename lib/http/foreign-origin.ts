import type { IncomingMessage } from "node:http";
import { env } from "@/lib/platform/env";
import type { RequestHook } from "./request-hooks";

/** The route that responds with 403. */
const REFUSAL_PATH = "/foreign-origin";

/**
 * Paths that programs of any origin may send requests to. Those below `api` use no session:
 * next-auth has its own token against forged requests, the mail provider signs its events, and other protocols have keys. A
 * mail program unsubscribes by a secret token.
 */
const OPEN_TO_ALL =
  /^\/(v1|v2|c|ping|p|heartbeats|opsgenie|api|unsubscribe|_next|healthz|readyz|metrics)(\/|\?|$)/;

/** Pages that send no referrer, and so no origin. Who knows their address needs no other page to send their form. */
const SENDS_NO_ORIGIN = /^\/i\//;

const SAFE_METHODS = ["GET", "HEAD", "OPTIONS"];

type MutableRequest = Pick<IncomingMessage, "method" | "url" | "headers">;

/** Responds with 403 to a request that would change something and comes from a page of another site. */
export const refuseForeignOrigin: RequestHook = ({ request }) => routeByOrigin(request, env.APP_URL);

/**
 * Next.js compares Origin with Host, or with X-Forwarded-Host if a proxy sent one, and fails on a difference (500). So a
 * foreign request is routed to a 403, and for our own ones both agree.
 */
export function routeByOrigin(request: MutableRequest, appUrl: string): void {
  const { method = "GET", url = "/", headers } = request;
  const { origin, host = "" } = headers;
  if (origin === undefined || SAFE_METHODS.includes(method) || OPEN_TO_ALL.test(url)) return;

  if (origin === "null" && SENDS_NO_ORIGIN.test(url)) return;
  const ownHosts = [new URL(appUrl).host, host, headers["x-forwarded-host"]];
  // A page in a sandbox, and one that sends no referrer, has the origin “null”.
  const originHost = URL.canParse(origin) ? new URL(origin).host : "";
  if (originHost && ownHosts.includes(originHost)) {
    headers["x-forwarded-host"] = originHost;
    return;
  }
  request.url = REFUSAL_PATH;
  delete headers["next-action"];
}
