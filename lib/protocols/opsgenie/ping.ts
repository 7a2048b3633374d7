import { isAllowed } from "@/lib/cases/api-key-access";
import type { CheckInRequest } from "@/lib/check-ins/handle";
import type { TextResponse } from "@/lib/http/text-response";
import { isConnectionError } from "@/lib/platform/db-errors";
import { log } from "@/lib/platform/log";
import { locate } from "../locate";
import { recordSignal } from "../record-signal";
import { type Adapter, lost, notAllowed, preflight, respond, type Texts } from "../respond";
import { findByKeys, listKeys } from "./keys";
import { parseHeartbeatPath, toSlug } from "./path";
import { SEVERAL, textsSince, WRONG_KEY } from "./responses";

const METHODS = ["GET", "POST", "PUT", "PATCH"];

const NOT_HERE = "This address only takes pings. Heartbeats are managed at the address of Tattle’s pages.";
const ONLY_READS = "Your API key can’t send pings. Use one for check-ins, or one with full access.";

/** `/v2/heartbeats/<name>/ping`, below `/opsgenie` or not. It says only that the job ran: neither its query nor its body is read. */
export const ping: Adapter = async (request, path, at) => {
  const texts = textsSince(performance.now());
  const target = parseHeartbeatPath(path);
  if (target?.action !== "ping") return texts.refuse(404, NOT_HERE);
  if (request.method === "OPTIONS") return preflight(METHODS);
  if (!METHODS.includes(request.method)) return notAllowed(texts, METHODS);
  try {
    return await pingByName(request, toSlug(target.name), texts, at);
  } catch (error) {
    if (!isConnectionError(error)) log.error({ err: error }, "a ping of a heartbeat failed");
    return lost(texts);
  }
};

async function pingByName(
  request: CheckInRequest,
  slug: string,
  texts: Texts,
  at: Date,
): Promise<TextResponse> {
  const keys = listKeys(request.header("authorization"), request.url);
  const located = await findByKeys(keys, (key) => locate("tattle", key, slug, at));
  if (!located) return texts.refuse(401, WRONG_KEY);
  if (!isAllowed(located.apiKey.access, "report")) return texts.refuse(401, ONLY_READS);
  const [snitch, another] = located.snitches;
  if (another) return texts.refuse(422, SEVERAL);
  if (!snitch) return texts.unknown;
  return respond(await recordSignal(request, { token: snitch.checkInKey, kind: null }, at), at, texts);
}
