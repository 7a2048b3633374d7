import type { IncomingMessage } from "node:http";
import { BodyCollector } from "@/lib/http/body-collector";
import { NO_BODY, type ReceivedBody } from "@/lib/rules/reports/received-body";

/** After this time the rest of the body is not awaited: a job that pipes its output may take hours. */
const TIMEOUT_MS = 10_000;

/**
 * Reads a request's body, of which a `ReceivedBody` keeps the beginning and the end. What arrives after 10 seconds is
 * discarded, so that a job with much output is not refused. If the client disconnects first, the body is what has arrived: its
 * job ran.
 */
export function readBody(request: IncomingMessage): ReceivedBody | Promise<ReceivedBody> {
  const { headers } = request;
  if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined) return NO_BODY;
  return new Promise((resolve) => {
    const collector = new BodyCollector(headers["content-encoding"] ?? "");
    const finish = () => {
      clearTimeout(timer);
      request.off("data", add).off("end", finish).off("close", finish).resume();
      resolve(collector.end());
    };
    const add = (chunk: Buffer) => {
      const step = collector.add(chunk);
      if (!step) return;
      request.pause();
      step.then(() => request.resume());
    };
    const timer = setTimeout(finish, TIMEOUT_MS);
    request.on("data", add).once("end", finish).once("close", finish);
  });
}
