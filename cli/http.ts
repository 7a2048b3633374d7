import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { VERSION } from "./version";

export type HttpRequest = {
  method: string;
  url: string;
  headers?: Record<string, string>;
  body?: Buffer | string;
  timeoutMs: number;
  /** Ends the request before its time. */
  signal?: AbortSignal;
};
export type HttpResponse = { status: number; headers: IncomingHttpHeaders; body: string };

/** Of a longer body, the rest is discarded. An output of a run has 1 MB at most. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** Why there was no response: refused, reset, no such name, no answer in time, … */
export class Unreachable extends Error {}

/** Most runs need one of the two, and each takes milliseconds to load. */
export const loadHttp = (url: string) =>
  url.startsWith("https:") ? import("node:https") : import("node:http");

/** Sends a request and reads its response, all within the time. Redirects are not followed. */
export async function sendRequest({
  method,
  url,
  headers,
  body,
  timeoutMs,
  signal,
}: HttpRequest): Promise<HttpResponse> {
  const { request } = await loadHttp(url);
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      reject(new Unreachable(explain(error)));
    };
    const length = body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
    const outgoing = request(
      url,
      { method, headers: { "User-Agent": `tattle/${VERSION}`, ...length, ...headers }, agent: false, signal },
      (response) =>
        readBody(response).then((text) => {
          clearTimeout(timer);
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text });
        }, fail),
    );
    const timer = setTimeout(
      () => outgoing.destroy(new Error(`no answer in ${timeoutMs / 1000} s`)),
      timeoutMs,
    );
    outgoing.on("error", fail);
    outgoing.end(body);
  });
}

const explain = ({ code, message }: NodeJS.ErrnoException) => {
  const reasons: Record<string, string> = {
    ECONNREFUSED: "the connection was refused",
    ENOTFOUND: "its name is not known",
    EAI_AGAIN: "its name could not be looked up",
    ECONNRESET: "the connection was cut",
    ABORT_ERR: "there was no answer in time",
    ENETUNREACH: "there is no network",
    EHOSTUNREACH: "there is no way to the host",
  };
  return reasons[code ?? ""] ?? message;
};

async function readBody(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
