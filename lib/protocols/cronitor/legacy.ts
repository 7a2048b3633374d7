import { parseUrlQuery } from "../query-of";
import { recordSignal } from "../record-signal";
import { type Adapter, METHODS, notAllowed, preflight, respond } from "../respond";
import { parseEvent } from "./parse-event";
import { TEXTS, WRONG_STATE } from "./responses";

/** `/<token>/run` and `/<token>/complete`: Cronitor's older addresses, which have no key. `/<token>/fail` is ours. */
export const legacy: Adapter = async (request, path, at) => {
  if (request.method === "OPTIONS") return preflight();
  if (!METHODS.includes(request.method)) return notAllowed(TEXTS);
  const [state = "", token = ""] = path.replace(/\/$/, "").split("/").reverse();
  const parsed = parseEvent(parseUrlQuery(request.url), state);
  if (!parsed) return WRONG_STATE;
  const { schedule: _, ...event } = parsed;
  return respond(await recordSignal(request, { ...event, token }, at), at, TEXTS);
};
