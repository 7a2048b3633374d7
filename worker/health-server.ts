import { createServer, type Server } from "node:http";
import { answerReadiness, database, readiness } from "@/lib/health/ready";
import { type Answer, answerMetrics } from "@/lib/metrics/answer";
import type { Queues } from "@/lib/platform/queue";

const TEXT = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };
const HEALTHY: Answer = { status: 200, headers: TEXT, body: "ok\n" };
const NOTHING: Answer = { status: 404, headers: TEXT, body: "Here are /healthz, /readyz and /metrics.\n" };

/** Tells how the worker is. It serves nobody otherwise. Not listening yet. */
export function openMonitor(queues: Queues): Server {
  const queue = { name: "queue", prove: () => queues.depths() };
  async function answerTo(url: string, authorization: string): Promise<Answer> {
    if (url === "/healthz") return HEALTHY;
    if (url === "/readyz") return answerReadiness(await readiness([database, queue]));
    return url === "/metrics" ? answerMetrics(authorization) : NOTHING;
  }
  return createServer({ requestTimeout: 10_000 }, async ({ url, headers }, response) => {
    const answer = await answerTo(url ?? "", headers.authorization ?? "");
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
}
