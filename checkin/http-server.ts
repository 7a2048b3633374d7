import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { answerKnock } from "@/lib/check-ins/handle";
import type { Answer } from "@/lib/check-ins/response";
import { answerReadiness, doorReadiness } from "@/lib/health/ready";
import { MOST_HEAD_BYTES, refuseUnless } from "@/lib/http/client-errors";
import { answerMetrics } from "@/lib/metrics/answer";
import { beginningOf } from "./body";

const SECOND_MS = 1_000;

const LIMITS = {
  // Old clients send no Host.
  requireHostHeader: false,
  // A message of 10,000 characters fits into a query even where many of them are escaped.
  maxHeaderSize: MOST_HEAD_BYTES,
  headersTimeout: 20 * SECOND_MS,
  requestTimeout: 60 * SECOND_MS,
  // Longer than the minute that balancers keep theirs: they must not send a check-in into a connection that closes.
  keepAliveTimeout: 65 * SECOND_MS,
  connectionsCheckingInterval: 5 * SECOND_MS,
};

/** What operators ask of the door; no token is so short. */
const LONGEST_ABOUT = "/healthz".length;
const ABOUT: Record<string, (authorization: string) => Promise<Answer>> = {
  "/healthz": async () => HEALTHY,
  "/readyz": async () => answerReadiness(await doorReadiness()),
  "/metrics": answerMetrics,
};

const HEALTHY: Answer = { status: 200, headers: { "Content-Type": "text/plain" }, body: "ok\n" };

/** The lean HTTP server for check-ins, not listening yet. */
export function openDoor(): Server {
  const server = createServer(LIMITS, (request, response) => {
    // Without this, a client that goes away while it is answered would end the process.
    request.on("error", () => {});
    answer(request).then((answered) => answered && send(server, request, response, answered));
  });
  server.on(
    "clientError",
    refuseUnless(() => true),
  );
  // Old clients close their half as soon as they have asked, and still listen.
  return Object.assign(server, { httpAllowHalfOpen: true });
}

async function answer(request: IncomingMessage): Promise<Answer | null> {
  const at = new Date();
  const { method = "", url = "/", headers, socket } = request;
  const about = url.length <= LONGEST_ABOUT ? ABOUT[url] : undefined;
  if (about) return about(headers.authorization ?? "");
  const body = await beginningOf(request);
  if (body === null) return null;
  return answerKnock(
    {
      method,
      url,
      contentType: headers["content-type"] ?? "",
      userAgent: headers["user-agent"] ?? "",
      peer: socket.remoteAddress ?? "",
      forwardedFor: String(headers["x-forwarded-for"] ?? ""),
      body: () => body,
    },
    at,
  );
}

function send(
  server: Server,
  { method }: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: Answer,
) {
  // A server that stops lets go of its clients one by one, as they are answered.
  if (!server.listening) response.shouldKeepAlive = false;
  // No body has no length either: 204.
  response.writeHead(status, body ? { ...headers, "Content-Length": Buffer.byteLength(body) } : headers);
  response.end(method === "HEAD" ? undefined : body);
}
