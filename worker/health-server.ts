import { createServer, type Server } from "node:http";
import { database, openSecretCheck, readiness, readinessResponse } from "@/lib/health/ready";
import type { TextResponse } from "@/lib/http/text-response";
import { metricsResponse } from "@/lib/metrics/response";
import type { Queues } from "@/lib/platform/queue";

const TEXT = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };
const HEALTHY: TextResponse = { status: 200, headers: TEXT, body: "ok\n" };
const NOT_FOUND: TextResponse = {
  status: 404,
  headers: TEXT,
  body: "Only /healthz, /readyz and /metrics are served here.\n",
};

/** The worker's HTTP server for operators, not listening yet. */
export function createHealthServer(queues: Queues): Server {
  const secret = openSecretCheck();
  // A start with another secret is said at once, also where nothing asks for /readyz.
  void readiness([secret]);
  const queue = { name: "queue", check: () => queues.check() };
  async function responseTo(url: string, authorization: string): Promise<TextResponse> {
    if (url === "/healthz") return HEALTHY;
    if (url === "/readyz") return readinessResponse(await readiness([database, queue, secret]));
    return url === "/metrics" ? metricsResponse(authorization) : NOT_FOUND;
  }
  return createServer({ requestTimeout: 10_000 }, async ({ url, headers }, response) => {
    const result = await responseTo(url ?? "", headers.authorization ?? "");
    response.writeHead(result.status, result.headers).end(result.body);
  });
}
