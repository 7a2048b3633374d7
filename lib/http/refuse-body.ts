import type { IncomingMessage, ServerResponse } from "node:http";
import { SECOND_MS } from "@/lib/rules/durations";

/** How long the rest of a refused body is read and discarded: a connection reset could discard the response. */
const LINGER_MS = 2 * SECOND_MS;

export type BodyRefusal = { status: 408 | 413 | 503; text: string; retryAfterSeconds?: number };

/** Responds at once to a request whose body will not be read, and closes its connection. */
export function refuseBody(
  request: IncomingMessage,
  response: ServerResponse,
  { status, text, retryAfterSeconds }: BodyRefusal,
): void {
  if (response.destroyed || response.headersSent) return;
  const end = () => response.end();
  // What still arrives is discarded.
  request.push = (chunk: Buffer | null) => {
    if (chunk === null) end();
    return true;
  };
  const body = `${text}\n`;
  response.shouldKeepAlive = false;
  response.writeHead(status, {
    "Content-Type": "text/plain; charset=utf-8",
    "Content-Length": Buffer.byteLength(body),
    "Cache-Control": "no-store",
    ...(retryAfterSeconds && { "Retry-After": retryAfterSeconds }),
  });
  response.write(body);
  if (request.complete) end();
  else setTimeout(end, LINGER_MS);
  request.socket.resume();
}
