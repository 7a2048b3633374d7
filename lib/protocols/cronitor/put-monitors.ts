import { type CheckInRequest, readClient } from "@/lib/check-ins/handle";
import type { TextResponse } from "@/lib/http/text-response";
import { isConnectionError } from "@/lib/platform/db-errors";
import { log } from "@/lib/platform/log";
import { Refusal } from "@/lib/platform/refusal";
import { locate } from "../locate";
import { type Adapter, json, lost, notAllowed, preflight } from "../respond";
import { refusal, TEXTS, WRONG_KEY } from "./responses";

const METHODS = ["PUT"];

const NOT_MONITORS = TEXTS.refuse(400, "The body must be a JSON list of monitors, each with a key.");
const TOO_LARGE = TEXTS.refuse(413, "Too many monitors at once. Send at most 60 kB.");

/**
 * `PUT /api/monitors`: the jobs that Cronitor's agent for Kubernetes has found. Without a response, the agent exits. Responds
 * in the form of the request, with the monitors that have a snitch; those for which the plan has no room are missing.
 */
export const putMonitors: Adapter = async (request, _, at) => {
  if (request.method === "OPTIONS") return preflight(METHODS);
  if (!METHODS.includes(request.method)) return notAllowed(TEXTS, METHODS);
  try {
    return await put(request, at);
  } catch (error) {
    if (error instanceof Refusal) return refusal(error);
    if (!isConnectionError(error)) log.error({ err: error }, "monitors of Cronitor were not saved");
    return lost(TEXTS);
  }
};

async function put(request: CheckInRequest, at: Date): Promise<TextResponse> {
  const key = userNameIn(request.header("authorization"));
  const located = await locate("cronitor", key, "", at);
  if (!located) return WRONG_KEY;
  const { head, bytes } = await request.body();
  if (bytes > head.length) return TOO_LARGE;
  const { saveMonitors } = await import("./save-monitors");
  const monitors = await saveMonitors(
    key,
    { ...located, address: readClient(request).address },
    head.toString("utf8"),
    at,
  );
  return monitors ? json(200, monitors) : NOT_MONITORS;
}

function userNameIn(authorization: string): string {
  const [, encoded = ""] = /^basic +(\S+) *$/i.exec(authorization) ?? [];
  return Buffer.from(encoded, "base64").toString().split(":", 1)[0] ?? "";
}
