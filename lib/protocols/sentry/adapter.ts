import { randomUUID } from "node:crypto";
import type { CheckInRequest } from "@/lib/check-ins/handle";
import type { TextResponse } from "@/lib/http/text-response";
import { isConnectionError } from "@/lib/platform/db-errors";
import { log } from "@/lib/platform/log";
import { parseUrlQuery } from "../query-of";
import type { Adapter } from "../respond";
import { objectFrom } from "./envelope";
import { envelopeRequest } from "./envelope-request";
import { findMonitor } from "./find-monitor";
import { readKey } from "./key-of";
import { monitorCheckInFrom } from "./monitor-check-in";
import { readBody } from "./read-body";
import { reportCheckIn } from "./report-check-in";
import {
  json,
  LOST,
  NO_KEY,
  NOT_ALLOWED,
  NOT_TAKEN,
  PREFLIGHT,
  refusal,
  responseFor,
  WRONG_KEY,
} from "./response";

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

/** `/api/<number>/cron/<slug>[/<key>]/`, with parameters in the URL or as JSON. */
async function cron(
  request: CheckInRequest,
  number: string,
  [slug = "", keyInPath = ""]: string[],
  at: Date,
): Promise<TextResponse> {
  const key = keyInPath || readKey(request);
  if (!key) return NO_KEY;
  const fields = await readFields(request);
  const checkIn = fields && monitorCheckInFrom({ ...fields, monitor_slug: slug });
  const project = await findMonitor(number, key, typeof checkIn === "object" && checkIn ? checkIn.slug : "");
  if (!project) return WRONG_KEY;
  if (!checkIn) return refusal(400, "The body is not a JSON object.");
  if (typeof checkIn === "string") return refusal(400, checkIn);
  return responseFor(await reportCheckIn(request, project, checkIn, at));
}

/** Null if the body should be JSON and is not. */
async function readFields(request: CheckInRequest): Promise<Record<string, unknown> | null> {
  const query = parseUrlQuery(request.url);
  const inQuery = { ...Object.fromEntries(query), monitor_config: configIn(query) };
  if (!/^application\/json\b/i.test(request.contentType)) return inQuery;
  const body = await readBody(request);
  return body.length === 0 ? inQuery : objectFrom(body);
}

/** The settings in the parameters; undefined if there is no schedule. An interval is `schedule=2&schedule=hour`. */
function configIn(query: URLSearchParams): Record<string, unknown> | undefined {
  const [schedule, unit] = query.getAll("schedule");
  if (!schedule) return undefined;
  return { ...Object.fromEntries(query), schedule: unit === undefined ? schedule : [schedule, unit] };
}
