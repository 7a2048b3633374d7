import type { CheckInRequest } from "@/lib/check-ins/handle";
import type { TextResponse } from "@/lib/http/text-response";
import { parseUrlQuery } from "../query-of";
import { objectFrom } from "./envelope";
import { findMonitor } from "./find-monitor";
import { readKey } from "./key-of";
import { monitorCheckInFrom } from "./monitor-check-in";
import { readBody } from "./read-body";
import { reportCheckIn } from "./report-check-in";
import { NO_KEY, refusal, responseFor, WRONG_KEY } from "./response";

/** `/api/<number>/cron/<slug>[/<key>]/`, with parameters in the URL or as JSON. */
export async function cron(
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
