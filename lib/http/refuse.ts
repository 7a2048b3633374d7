import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";

/** The largest request head that is read. */
export const MAX_HEAD_BYTES = 64 * 1024;

type Reason = { status: number; text: string };

const REASONS: Record<string, Reason> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    text: `The request headers are too large: the maximum is ${MAX_HEAD_BYTES / 1024} KiB.`,
  },
  HPE_INVALID_URL: {
    status: 400,
    text: "The URL is invalid: percent-encode non-ASCII characters.",
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, text: "The request timed out." },
};
const MALFORMED: Reason = { status: 400, text: "This is not a valid HTTP request." };

/** Responds to a request that Node.js could not parse, as the API responds to an error, and closes the connection. */
export function refuse(client: Duplex, code: string | undefined): void {
  const { status, text } = REASONS[code ?? ""] ?? MALFORMED;
  const body = JSON.stringify({ type: "request_malformed", error: text });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
  ];
  client.end(`${head.join("\r\n")}\r\n\r\n${body}`, () => client.destroy());
}
