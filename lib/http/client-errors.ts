import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { type LenientRequest, parseLeniently } from "./lenient-parser";
import type { TextResponse } from "./text-response";

type ClientError = NodeJS.ErrnoException & { bytesParsed?: number; rawPacket?: Buffer };
type Client = Socket & { _httpMessage?: ServerResponse | null };

/** Handles a request that Node.js refused to parse. Null means that it stays refused. */
type MalformedRequestHandler = (request: LenientRequest, peer: string) => Promise<TextResponse> | null;

const TEXT = { "Content-Type": "text/plain; charset=utf-8" };

const RESPONSES: Record<string, TextResponse> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    headers: TEXT,
    body: "The request's headers are too long: at most 64 KiB are read.\n",
  },
  HPE_INVALID_URL: {
    status: 400,
    headers: TEXT,
    body: "The URL is invalid: percent-encode its characters that are not ASCII.\n",
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    headers: TEXT,
    body: "The request was not completed in time.\n",
  },
};
const MALFORMED: TextResponse = {
  status: 400,
  headers: TEXT,
  body: "This is not a valid HTTP request.\n",
};

/** The largest request head that is read. */
export const MAX_HEAD_BYTES = 64 * 1024;

/** Heads of malformed requests that have not arrived completely. */
const incompleteHeads = new WeakMap<Client, Buffer>();

/**
 * A listener for a server's `clientError` event. It responds to requests that Node.js could not parse and closes the
 * connection. A request that is only slightly malformed is parsed leniently and given to `handle`.
 */
export const handleClientErrors =
  (handle: MalformedRequestHandler) =>
  (error: ClientError, stream: unknown): void => {
    const client = stream as Client;
    if (!client.writable || error.code === "ECONNRESET" || client._httpMessage?.headersSent) {
      client.destroy();
      return;
    }
    const head = malformedHead(error, client);
    const request = head && parseLeniently(head);
    if (head && !request && isIncomplete(head)) {
      incompleteHeads.set(client, head);
      return;
    }
    const handled = request && handle(request, client.remoteAddress ?? "");
    if (handled) handled.then((response) => send(client, response));
    else send(client, RESPONSES[error.code ?? ""] ?? MALFORMED);
  };

/** The bytes of a malformed head; null if something else is wrong, or if another request uses the connection. */
function malformedHead({ bytesParsed = 0, rawPacket }: ClientError, client: Client): Buffer | null {
  if (!rawPacket || client._httpMessage) return null;
  const before = incompleteHeads.get(client);
  if (before) return Buffer.concat([before, rawPacket]);
  const headEnd = rawPacket.indexOf("\r\n\r\n");
  return headEnd < 0 || bytesParsed <= headEnd ? rawPacket : null;
}

const isIncomplete = (head: Buffer) =>
  head.length < MAX_HEAD_BYTES &&
  /^[A-Z]+ \//.test(head.toString("latin1", 0, 20)) &&
  !head.includes("\r\n\r\n");

function send(client: Client, { status, headers, body }: TextResponse): void {
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
  ];
  client.end(`${head.join("\r\n")}\r\n\r\n${body}`);
  client.destroySoon();
}
