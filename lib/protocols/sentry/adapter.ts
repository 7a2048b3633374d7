import { randomUUID } from "node:crypto";
import type { CheckInRequest } from "@/lib/check-ins/handle";
import type { TextResponse } from "@/lib/http/text-response";
import { isConnectionError } from "@/lib/platform/db-errors";
import { log } from "@/lib/platform/log";
import type { Adapter } from "../adapter";
import { cron } from "./cron";
import { envelopeRequest } from "./envelope-request";
import { findMonitor } from "./find-monitor";
import { readKey } from "./key-of";
import { json, LOST, NO_KEY, NOT_ALLOWED, NOT_TAKEN, PREFLIGHT, WRONG_KEY } from "./response";

/** What programs send besides check-ins: errors, crashes, browser reports. It is accepted, and discarded. */
const DROPPED = [
  "attachments",
  "csp-report",
  "events",
  "integration",
  "minidump",
  "nel",
  "otlp",
  "playstation",
  "security",
  "store",
  "unreal",
  "upload",
];

const METHODS = ["GET", "HEAD", "POST"];

/** `/api/<number>/…`: the addresses that clients make of a Sentry DSN. */
export const sentry: Adapter = async (request, path, at) => {
  if (request.method === "OPTIONS") return PREFLIGHT;
  try {
    return await route(request, path, at);
  } catch (error) {
    if (!isConnectionError(error)) log.error({ err: error }, "a request with a Sentry DSN failed");
    return LOST;
  }
};

async function route(request: CheckInRequest, path: string, at: Date): Promise<TextResponse> {
  const [, , number = "", endpoint = "", ...rest] = path.split("/").map(decoded);
  if (endpoint === "cron")
    return METHODS.includes(request.method) ? cron(request, number, rest, at) : NOT_ALLOWED;
  if (endpoint === "envelope")
    return request.method === "POST" ? envelopeRequest(request, number, at) : NOT_ALLOWED;
  return DROPPED.includes(endpoint) ? drop(request, number, rest[0] ?? "") : NOT_TAKEN;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

async function drop(request: CheckInRequest, number: string, keyInPath: string): Promise<TextResponse> {
  const key = readKey(request) ?? keyInPath;
  if (!key) return NO_KEY;
  if (!(await findMonitor(number, key, ""))) return WRONG_KEY;
  return json(200, { id: randomUUID().replaceAll("-", "") });
}
