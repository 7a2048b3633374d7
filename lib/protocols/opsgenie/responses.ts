import { randomUUID } from "node:crypto";
import type { TextResponse } from "@/lib/http/text-response";
import { currentRequestId } from "@/lib/platform/log";
import { json, type Texts } from "../respond";

/** Every response says how long it took, in seconds, and which request it is for. Opsgenie's clients read both. */
export function respondSince(
  startedMs: number,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): TextResponse {
  const took = Math.max(1, Math.round(performance.now() - startedMs)) / 1_000;
  const requestId = currentRequestId() ?? randomUUID();
  return json(
    status,
    { ...body, took, requestId },
    {
      "X-Request-Id": requestId,
      "X-Response-Time": String(took),
      "X-RateLimit-State": status === 429 ? "THROTTLED" : "OK",
      ...headers,
    },
  );
}

/** The responses to a ping that began at this time of `performance`. */
export function textsSince(startedMs: number): Texts {
  const refuse: Texts["refuse"] = (status, message, headers) =>
    respondSince(startedMs, status, { message }, headers);
  return {
    get recorded() {
      return respondSince(startedMs, 202, { result: "PONG - Heartbeat received" });
    },
    get unknown() {
      return refuse(404, NO_HEARTBEAT);
    },
    refuse,
  };
}

export const NO_HEARTBEAT = "No heartbeat has this name. Create it, or give a snitch this slug.";
export const SEVERAL = "Several snitches have this slug. Change one of the slugs.";
export const WRONG_KEY =
  "Your API key is missing or not valid. Send a key of Tattle’s API as Authorization: GenieKey <key>.";
