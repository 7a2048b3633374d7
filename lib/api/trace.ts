import { randomUUID } from "node:crypto";
import { metrics } from "@/lib/metrics/registry";
import { log, withLogContext } from "@/lib/platform/log";

/** A request id from a proxy is kept if it looks like this. */
const REQUEST_ID = /^[\w.-]{8,64}$/;

const chooseRequestId = (header: string | null) =>
  header && REQUEST_ID.test(header) ? header : randomUUID();

const ROUTE = /^\/v1(\/metrics|\/snitches(\/[^/]+(\/tags(\/[^/]+)?|\/pause|\/unpause)?)?)\/?$/;

/** The route of a path, with placeholders for tokens and tags, as a label for metrics and logs. */
export function toRoute(pathname: string): string {
  if (!ROUTE.test(pathname)) return "other";
  const [root, version, snitches, token, verb, tag] = pathname.replace(/\/$/, "").split("/");
  return [root, version, snitches, token && ":token", verb, tag && ":tag"]
    .filter((part) => part !== undefined)
    .join("/");
}

/** Runs a handler with a request id in the response and in every log line, and records the request in the metrics. */
export async function traced(
  { method, url, headers }: Request,
  handle: () => Promise<Response>,
): Promise<Response> {
  const requestId = chooseRequestId(headers.get("x-request-id"));
  const route = toRoute(new URL(url).pathname);
  const startedAt = performance.now();
  return withLogContext({ requestId }, async () => {
    const response = await handle();
    response.headers.set("X-Request-Id", requestId);
    const { status } = response;
    const durationMs = Math.round(performance.now() - startedAt);
    metrics.apiRequests.inc({ method, route, status });
    metrics.apiSeconds.observe({ route }, durationMs / 1_000);
    log.info({ method, route, status, durationMs }, "request handled");
    return response;
  });
}
