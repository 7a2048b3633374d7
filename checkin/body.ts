import type { IncomingMessage } from "node:http";
import { MOST_BODY_BYTES } from "@/lib/rules/report";

/** A job that pipes its output to us may take hours to end: after this long, what has come is the body. */
const PATIENCE_MS = 10_000;

/**
 * The first part of a body, as soon as that much has come. The rest is read and thrown away meanwhile, without keeping
 * it: a chatty job must not look dead. Null when the client hung up before.
 */
export function beginningOf(request: IncomingMessage): "" | Promise<string | null> {
  const { headers } = request;
  if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined) return "";
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const done = (text: () => string | null) => {
      clearTimeout(patience);
      request.off("data", hear).off("end", finish).off("close", hangUp).resume();
      resolve(text());
    };
    const finish = () => done(() => Buffer.concat(chunks).subarray(0, MOST_BODY_BYTES).toString("utf8"));
    const hangUp = () => done(() => null);
    const hear = (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= MOST_BODY_BYTES) finish();
    };
    const patience = setTimeout(finish, PATIENCE_MS);
    request.on("data", hear).once("end", finish).once("close", hangUp);
  });
}
