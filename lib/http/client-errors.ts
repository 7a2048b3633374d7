import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { answerKnock, type Knock } from "@/lib/check-ins/handle";
import type { Answer } from "@/lib/check-ins/response";
import { type RawRequest, readRawRequest } from "./lenient-parser";

type Fault = NodeJS.ErrnoException & { bytesParsed?: number; rawPacket?: Buffer };
type Client = Socket & { _httpMessage?: ServerResponse | null };

const TEXT = { "Content-Type": "text/plain; charset=utf-8" };

const REFUSALS: Record<string, Answer> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    headers: TEXT,
    body: "The request's headers are too long: at most 64 KiB are read.\n",
  },
  HPE_INVALID_URL: {
    status: 400,
    headers: TEXT,
    body: "The address is not one of HTTP: percent-encode what is not ASCII in it.\n",
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    headers: TEXT,
    body: "The request did not come to its end in time.\n",
  },
};
const MALFORMED: Answer = {
  status: 400,
  headers: TEXT,
  body: "This is not an HTTP request that can be understood.\n",
};

/** As much of a request's head is read. */
export const MOST_HEAD_BYTES = 64 * 1024;

/** The heads of misspelt requests that have not come to their end. */
const begun = new WeakMap<Client, Buffer>();

/**
 * Answers what never became a request, and lets go of the connection. A check-in that is only misspelt counts: its job
 * ran. `isCheckIn` knows the addresses of check-ins.
 */
export const refuseUnless =
  (isCheckIn: (url: string) => boolean) =>
  (fault: Fault, stream: unknown): void => {
    const client = stream as Client;
    if (!client.writable || fault.code === "ECONNRESET" || client._httpMessage?.headersSent) {
      client.destroy();
      return;
    }
    const at = new Date();
    const head = misspeltHead(fault, client);
    const raw = head && readRawRequest(head);
    if (head && !raw && isUnfinished(head)) begun.set(client, head);
    else if (raw && isCheckIn(raw.url))
      answerKnock(knockOf(raw, client), at).then((answer) => say(client, answer));
    else say(client, REFUSALS[fault.code ?? ""] ?? MALFORMED);
  };

/** What has come of a request whose head is wrong; null when something else is wrong, or others came before it. */
function misspeltHead({ bytesParsed = 0, rawPacket }: Fault, client: Client): Buffer | null {
  if (!rawPacket || client._httpMessage) return null;
  const before = begun.get(client);
  if (before) return Buffer.concat([before, rawPacket]);
  const headEnd = rawPacket.indexOf("\r\n\r\n");
  return headEnd < 0 || bytesParsed <= headEnd ? rawPacket : null;
}

const isUnfinished = (head: Buffer) =>
  head.length < MOST_HEAD_BYTES &&
  /^[A-Z]+ \//.test(head.toString("latin1", 0, 20)) &&
  !head.includes("\r\n\r\n");

const knockOf = ({ method, url, headers, body }: RawRequest, client: Client): Knock => ({
  method,
  url,
  contentType: headers["content-type"] ?? "",
  userAgent: headers["user-agent"] ?? "",
  peer: client.remoteAddress ?? "",
  forwardedFor: headers["x-forwarded-for"] ?? "",
  body: () => body,
});

function say(client: Client, { status, headers, body }: Answer): void {
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
  ];
  client.end(`${head.join("\r\n")}\r\n\r\n${body}`);
  client.destroySoon();
}
