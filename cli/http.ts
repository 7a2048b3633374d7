import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { CliError } from "./exit";
import { VERSION } from "./version";

export type HttpRequest = {
  method: string;
  url: string;
  headers?: Record<string, string>;
  body?: Buffer | string;
  timeoutMs: number;
  /** What a response may have at most. A longer one is not read to its end. */
  maxBytes?: number;
  /** Takes the body of a success, which may be long, instead of reading it. Then `timeoutMs` is how long nothing may arrive. */
  save?: (body: IncomingMessage) => Promise<void>;
  /** Ends the request before its time. */
  signal?: AbortSignal;
};
export type HttpResponse = { status: number; headers: IncomingHttpHeaders; body: string };

const MIB = 1024 * 1024;
const MAX_BYTES = MIB;

/** Why there was no response: refused, reset, no such name, no response in time, … */
export class Unreachable extends Error {}

/** Most runs need one of the two, and each takes milliseconds to load. */
export const loadHttp = (url: string) =>
  url.startsWith("https:") ? import("node:https") : import("node:http");

/** Sends a request and reads its response, all within the time. Redirects are not followed. */
export async function sendRequest(options: HttpRequest): Promise<HttpResponse> {
  const { method, url, headers, body, timeoutMs, maxBytes = MAX_BYTES, save, signal } = options;
  const { request } = await loadHttp(url);
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      outgoing.destroy();
      reject(error instanceof CliError ? error : new Unreachable(explain(error)));
    };
    const length = body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
    const outgoing = request(
      url,
      { method, headers: { "User-Agent": `tattle/${VERSION}`, ...length, ...headers }, agent: false, signal },
      (response) => {
        const isSaved = save && response.statusCode === 200;
        if (isSaved) {
          clearTimeout(timer);
          outgoing.setTimeout(timeoutMs, () => fail(new Error(`nothing arrived for ${timeoutMs / 1000} s`)));
        }
        const reading = isSaved ? save(response).then(() => "") : readBody(response, url, maxBytes);
        reading.then((text) => {
          clearTimeout(timer);
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text });
        }, fail);
      },
    );
    const timer = setTimeout(() => fail(new Error(`no response within ${timeoutMs / 1000} s`)), timeoutMs);
    outgoing.on("error", fail);
    // Without a listener, nothing would say that the request has ended.
    outgoing.on("upgrade", (_response, socket) => {
      socket.destroy();
      fail(new Error("the response is not HTTP"));
    });
    outgoing.end(body);
  });
}

const explain = ({ code, message }: NodeJS.ErrnoException) => {
  const reasons: Record<string, string> = {
    ECONNREFUSED: "the connection was refused",
    ENOTFOUND: "host name not found",
    EAI_AGAIN: "DNS lookup failed",
    ECONNRESET: "the connection was closed",
    ABORT_ERR: "the connection timed out",
    ENETUNREACH: "the network is unavailable",
    EHOSTUNREACH: "there is no route to the host",
  };
  return reasons[code ?? ""] ?? message;
};

async function readBody(response: IncomingMessage, url: string, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes)
      throw new CliError(
        `${new URL(url).origin} responded with more than ${maxBytes / MIB} MiB. Is it the URL of a Tattle server?`,
      );
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
