import { randomUUID } from "node:crypto";
import { isWithoutConnection } from "@/lib/platform/db-errors";
import { currentRequestId, log } from "@/lib/platform/log";
import { Refusal, type RefusalType } from "@/lib/platform/refusal";

export const HTTP_STATUS: Record<RefusalType, number> = {
  api_key_invalid: 401,
  plan_limit_reached: 402,
  account_on_hold: 402,
  resource_not_found: 404,
  method_not_allowed: 405,
  plan_changed: 409,
  request_too_large: 413,
  resource_invalid: 422,
  rate_limited: 429,
  service_unavailable: 503,
};

const HEADERS: Partial<Record<RefusalType, Record<string, string>>> = {
  api_key_invalid: { "WWW-Authenticate": 'Basic realm="Tattle", charset="UTF-8"' },
  service_unavailable: { "Retry-After": "60" },
};

const NO_STORE = { "Cache-Control": "no-store" };

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  jsonText(JSON.stringify(body), status, headers);

/** A JSON response. Existing clients compare the Content-Type with exactly this text. */
export const jsonText = (text: string, status = 200, headers: Record<string, string> = {}) =>
  new Response(text, {
    status,
    headers: { "Content-Type": "application/json; charset=utf-8", ...NO_STORE, ...headers },
  });

export const noContent = () => new Response(null, { status: 204, headers: NO_STORE });

/** That no connection to the database became free is a “no” of the moment, and no fault. */
export const refuseIfBusy = (thrown: unknown) =>
  isWithoutConnection(thrown)
    ? new Refusal("service_unavailable", "Tattle is too busy right now. Try again in a minute.")
    : thrown;

/** Turns a thrown error into the documented response. Logs every error that is not a refusal or malformed JSON. */
export function errorResponse(error: unknown): Response {
  const thrown = refuseIfBusy(error);
  if (thrown instanceof Refusal) {
    const { type, message: error, validations } = thrown;
    return json({ type, error, validations }, HTTP_STATUS[type], HEADERS[type]);
  }
  if (thrown instanceof SyntaxError) {
    return new Response(null, { status: 400, headers: NO_STORE });
  }

  const requestId = currentRequestId() ?? randomUUID();
  log.error({ err: thrown, requestId }, "request failed");
  const sentence =
    "Something went wrong on our side. Try again; if it keeps happening, send us the request id.";
  return json({ type: "internal_server_error", error: sentence, request_id: requestId }, 500, {
    "X-Request-Id": requestId,
  });
}
