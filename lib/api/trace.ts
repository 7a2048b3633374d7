import { randomUUID } from "node:crypto";
import { metrics } from "@/lib/metrics/registry";
import { log, withLogContext } from "@/lib/platform/log";

/** An id that a proxy in front of us has given is kept, if it is one. */
const ID = /^[\w.-]{8,64}$/;

const idOf = (given: string | null) => (given && ID.test(given) ? given : randomUUID());

const ROUTE = /^\/v1(\/metrics|\/snitches(\/[^/]+(\/tags(\/[^/]+)?|\/pause|\/unpause)?)?)\/?$/;

/** The route that a path takes, without what differs from snitch to snitch. */
export function routeOf(pathname: string): string {
  if (!ROUTE.test(pathname)) return "other";
  const [root, version, snitches, token, verb, tag] = pathname.replace(/\/$/, "").split("/");
  return [root, version, snitches, token && ":token", verb, tag && ":tag"]
    .filter((part) => part !== undefined)
    .join("/");
}

/** Answers a request of the API under an id that its answer and every line of the log carry, and counts it. */
export async function traced(
  { method, url, headers }: Request,
  work: () => Promise<Response>,
): Promise<Response> {
  const requestId = idOf(headers.get("x-request-id"));
  const route = routeOf(new URL(url).pathname);
  const startedAt = performance.now();
  return withLogContext({ requestId }, async () => {
    const answer = await work();
    answer.headers.set("X-Request-Id", requestId);
    const { status } = answer;
    const tookMs = Math.round(performance.now() - startedAt);
    metrics.apiRequests.inc({ method, route, status });
    metrics.apiSeconds.observe({ route }, tookMs / 1_000);
    log.info({ method, route, status, tookMs }, "answered");
    return answer;
  });
}
