import { randomUUID } from "node:crypto";
import { HTTP_STATUS, refuseIfBusy } from "@/lib/api/response";
import { currentRequestId, log } from "@/lib/platform/log";
import { Refusal } from "@/lib/platform/refusal";
import { Rejection } from "./rejection";

const NAMES: Record<string, string> = { notes: "desc", interval: "timeout", timezone: "tz" };

/** A limit that is reached is a 403 there, and an invalid field a 400. */
const STATUS: Partial<typeof HTTP_STATUS> = {
  account_on_hold: 403,
  plan_limit_reached: 403,
  resource_invalid: 400,
};

/** Turns a thrown error into a Healthchecks response. Logs every error except rejections. */
export function errorResponse(error: unknown): Response {
  const thrown = refuseIfBusy(error);
  if (thrown instanceof Rejection) return errorJson(thrown.status, thrown.message);
  if (thrown instanceof Refusal) {
    const { type } = thrown;
    const headers: Record<string, string> = type === "service_unavailable" ? { "Retry-After": "60" } : {};
    return errorJson(STATUS[type] ?? HTTP_STATUS[type], formatRefusal(thrown), headers);
  }
  const requestId = currentRequestId() ?? randomUUID();
  log.error({ err: thrown, requestId }, "request failed");
  return errorJson(
    500,
    `Something went wrong on our side. Try again; if it keeps happening, send us the request id ${requestId}.`,
  );
}

export const errorJson = (status: number, error: string, headers: Record<string, string> = {}) =>
  Response.json({ error }, { status, headers });

function formatRefusal({ type, message, validations }: Refusal): string {
  if (type === "resource_not_found") return "not found";
  const [first] = validations ?? [];
  return first
    ? `json validation error: ${NAMES[first.attribute] ?? first.attribute} ${first.message}`
    : message;
}
