import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { msSinceLoss } from "@/lib/check-ins/batcher";
import { type CheckInRequest, readClient } from "@/lib/check-ins/handle";
import { checkInReadiness, readinessResponse } from "@/lib/health/ready";
import { handleClientErrors } from "@/lib/http/client-errors";
import { closeWhileDraining, noteReadinessCheck } from "@/lib/http/drain";
import { MAX_HEAD_BYTES } from "@/lib/http/refuse";
import type { TextResponse } from "@/lib/http/text-response";
import { metricsResponse } from "@/lib/metrics/response";
import { toNetwork } from "@/lib/platform/network";
import { TimeShares } from "@/lib/platform/time-shares";
import { handleRequest } from "@/lib/protocols/handle";
import { SECOND_MS } from "@/lib/rules/durations";
import { readBody } from "./body";

const OPTIONS = {
  // Old clients send no Host header.
  requireHostHeader: false,
  // Room for a message of 10,000 characters in the query, even if many of them are percent-encoded.
  maxHeaderSize: MAX_HEAD_BYTES,
  headersTimeout: 20 * SECOND_MS,
  requestTimeout: 60 * SECOND_MS,
  // Longer than the 60 s of most load balancers, so that they never send a check-in into a closing connection.
  keepAliveTimeout: 65 * SECOND_MS,
  connectionsCheckingInterval: 5 * SECOND_MS,
};

/** The paths for operators. Tokens are longer than these. */
const MAX_STATUS_PATH_LENGTH = "/healthz".length;
const STATUS_PATHS: Record<string, (authorization: string) => Promise<TextResponse>> = {
  "/healthz": async () => HEALTHY,
  "/readyz": async () => {
    noteReadinessCheck();
    return readinessResponse(await checkInReadiness(msSinceLoss()));
  },
  "/metrics": metricsResponse,
};

/** To compress and to store an output of this size takes as long as dozens of check-ins. */
const LONG_OUTPUT_BYTES = 16 * 1024;
const longOutputs = new TimeShares(2);

const HEALTHY: TextResponse = { status: 200, headers: { "Content-Type": "text/plain" }, body: "ok\n" };

/** The HTTP server for check-ins, not listening yet. */
export function createCheckInServer(): Server {
  const server = createServer(OPTIONS, (request, response) => {
    // Without a listener, a client that disconnects during its request would end the process.
    request.on("error", () => {});
    respond(request).then((result) => send(request, response, result));
  });
  handleClientErrors(server);
  // Old clients close their half of the connection after the request and still expect a response.
  return Object.assign(server, { httpAllowHalfOpen: true });
}

async function respond(request: IncomingMessage): Promise<TextResponse> {
  const at = new Date();
  const { method = "", url = "/", headers, socket } = request;
  const status = url.length <= MAX_STATUS_PATH_LENGTH ? STATUS_PATHS[url] : undefined;
  if (status) return status(headers.authorization ?? "");
  const body = await readBody(request);
  const checkIn: CheckInRequest = {
    method,
    url,
    contentType: headers["content-type"] ?? "",
    userAgent: headers["user-agent"] ?? "",
    peer: socket.remoteAddress ?? "",
    forwardedFor: String(headers["x-forwarded-for"] ?? ""),
    header: (name) => String(headers[name] ?? ""),
    body: () => body,
  };
  return body.bytes > LONG_OUTPUT_BYTES ? handleInTurn(checkIn, at) : handleRequest(checkIn, at);
}

/** A long output waits behind those of its network; no other check-in does. */
async function handleInTurn(checkIn: CheckInRequest, at: Date): Promise<TextResponse> {
  const turn = await longOutputs.take(toNetwork(readClient(checkIn).address));
  return handleRequest(checkIn, at).finally(turn.end);
}

function send(
  { method }: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: TextResponse,
) {
  closeWhileDraining({ response });
  const fields = Object.entries(headers);
  // A 204 has neither a body nor a length.
  if (body) fields.push(["Content-Length", String(Buffer.byteLength(body))]);
  response.writeHead(status, fields);
  response.end(method === "HEAD" ? undefined : body);
}
