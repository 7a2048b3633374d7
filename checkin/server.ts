import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type Answer, answerTo, FAULT, NO_TOKEN, PREFLIGHT } from "@/lib/check-ins/answer";
import { recordCheckIn } from "@/lib/check-ins/recorder";
import { kept, MOST_BODY_BYTES, parseReport } from "@/lib/check-ins/report";
import { pool } from "@/lib/db";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { queues } from "@/lib/queue";

const HEALTHY: Answer = { status: 200, headers: { "Content-Type": "text/plain" }, body: "ok\n" };

async function answer(request: IncomingMessage): Promise<Answer> {
  const at = new Date();
  const [path = "", query = ""] = (request.url ?? "/").split(/\?(.*)/s);
  const token = path.split("/").filter(Boolean).at(-1) ?? "";
  if (path === "/healthz") return HEALTHY;
  if (request.method === "OPTIONS") return PREFLIGHT;
  if (!token) return NO_TOKEN;

  const body = await beginningOf(request);
  const report = parseReport(new URLSearchParams(query), request.headers["content-type"] ?? "", body);
  const recorded = await recordCheckIn({
    ...report,
    token,
    at,
    method: request.method ?? "",
    address: request.socket.remoteAddress ?? "",
    userAgent: kept(request.headers["user-agent"] ?? "", 255),
  });
  return answerTo(recorded, at);
}

/** The first part of a body. What is more is read and thrown away: a chatty job must not look dead. */
async function beginningOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    if (size < MOST_BODY_BYTES) chunks.push(chunk.subarray(0, MOST_BODY_BYTES - size));
    size += chunk.length;
  }
  return Buffer.concat(chunks).toString("utf8");
}

function send(request: IncomingMessage, response: ServerResponse, { status, headers, body }: Answer) {
  response.writeHead(status, { ...headers, "Content-Length": Buffer.byteLength(body) });
  response.end(request.method === "HEAD" ? undefined : body);
}

const server = createServer((request, response) => {
  answer(request)
    .catch((fault) => {
      log.error({ err: fault }, "a check-in was not recorded");
      return FAULT;
    })
    .then((answered) => send(request, response, answered));
});

server.listen(env.CHECK_IN_PORT, () => log.info({ port: env.CHECK_IN_PORT }, "taking check-ins"));

/** Answers what was accepted, then lets go. */
function stop() {
  server.close(async () => {
    await queues().close();
    await pool.end();
    process.exit(0);
  });
  server.closeIdleConnections();
}
process.once("SIGTERM", stop);
process.once("SIGINT", stop);
