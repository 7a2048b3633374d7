import { setTimeout as wait } from "node:timers/promises";
import { type CheckInRequest, readClient } from "@/lib/check-ins/handle";
import type { TextResponse } from "@/lib/http/text-response";
import { isConnectionError } from "@/lib/platform/db-errors";
import { log } from "@/lib/platform/log";
import { Refusal } from "@/lib/platform/refusal";
import { isSlug } from "@/lib/rules/slug";
import { type Located, locate } from "../locate";
import { parseUrlQuery } from "../query-of";
import { recordSignal } from "../record-signal";
import { type Adapter, lost, METHODS, notAllowed, preflight, respond } from "../respond";
import type { From, Monitor } from "./manage-monitor";
import { parseEvent, type TelemetryEvent } from "./parse-event";
import { refusal, TEXTS, WRONG_KEY, WRONG_MONITOR, WRONG_STATE } from "./responses";

/**
 * `/p/<key>/<monitor>[/<state>]`, and the same below `/ping`. A monitor is the snitch with this slug, which is created if there
 * is none.
 */
export const telemetry: Adapter = async (request, path, at) => {
  if (request.method === "OPTIONS") return preflight();
  if (!METHODS.includes(request.method)) return notAllowed(TEXTS);
  const [, , key = "", monitor = "", state = ""] = path.split("/");
  const event = parseEvent(parseUrlQuery(request.url), state);
  if (!event) return WRONG_STATE;
  if (!isSlug(monitor)) return WRONG_MONITOR;
  try {
    const located = await locate("cronitor", key, monitor, at);
    return located ? await report(request, { ...located, key }, monitor, event, at) : WRONG_KEY;
  } catch (error) {
    if (error instanceof Refusal) return refusal(error);
    if (!isConnectionError(error)) log.error({ err: error }, "a telemetry event failed");
    return lost(TEXTS);
  }
};

/** Whether a key works with this protocol, for addresses that it shares with others. False while that is unknown. */
export const isCronitorKey = (key: string, now: Date): Promise<boolean> =>
  locate("cronitor", key, "", now).then(
    (located) => located !== null,
    () => false,
  );

async function report(
  request: CheckInRequest,
  located: Located & { key: string },
  slug: string,
  { schedule, ...event }: TelemetryEvent,
  at: Date,
): Promise<TextResponse> {
  const existing = located.snitches.find(({ environment }) => environment === "") ?? located.snitches[0];
  const from = { ...located, address: readClient(request).address };
  const monitor = { key: slug, name: slug, schedule };
  const checkInKey = existing?.checkInKey ?? (await create(from, monitor, at));
  // So that the next event finds it even if the database is unavailable by then.
  if (!existing) await locate("cronitor", located.key, slug, at).catch(() => null);
  if (existing && schedule !== "") await follow(from, existing.token, monitor, at);
  return respond(await recordSignal(request, { ...event, token: checkInKey }, at), at, TEXTS);
}

async function create(from: From, monitor: Monitor, at: Date): Promise<string> {
  const { countChange, createMonitor } = await import("./manage-monitor");
  await countChange(from, at);
  return createMonitor(from, monitor);
}

/** How long an event waits for its schedule at most: it must count even if the database doesn't respond. */
const CHANGE_TIMEOUT_MS = 3_000;

const follow = (...terms: Parameters<typeof change>): Promise<void> =>
  Promise.race([change(...terms), wait(CHANGE_TIMEOUT_MS, undefined, { ref: false })]);

/** No check-in is lost because its schedule cannot be saved. */
async function change(from: From, token: string, monitor: Monitor, at: Date): Promise<void> {
  try {
    const { followSchedule } = await import("./manage-monitor");
    await followSchedule(from, token, monitor, at);
  } catch (error) {
    log.warn({ err: error, token }, "the schedule of a telemetry event was not saved");
  }
}
