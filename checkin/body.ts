import type { IncomingMessage } from "node:http";
import { MAX_BODY_BYTES } from "@/lib/rules/report";

/** After this time the rest of the body is not awaited: a job that pipes its output may take hours. */
const TIMEOUT_MS = 10_000;

/**
 * Reads the beginning of a request's body, up to `MAX_BODY_BYTES`. The rest is read and discarded, so that a job with much
 * output is not refused. If the client disconnects first, the body is what has arrived: its job ran.
 */
export function readBody(request: IncomingMessage): "" | Promise<string> {
  const { headers } = request;
  if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined) return "";
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = () => {
      clearTimeout(timer);
      request.off("data", add).off("end", finish).off("close", finish).resume();
      resolve(Buffer.concat(chunks).subarray(0, MAX_BODY_BYTES).toString("utf8"));
    };
    const add = (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= MAX_BODY_BYTES) finish();
    };
    const timer = setTimeout(finish, TIMEOUT_MS);
    request.on("data", add).once("end", finish).once("close", finish);
  });
}
