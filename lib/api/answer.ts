import { randomUUID } from "node:crypto";
import { currentRequestId, log } from "@/lib/platform/log";
import { Refusal, type RefusalType } from "@/lib/platform/refusal";
import { traced } from "./trace";

export const HTTP_STATUS: Record<RefusalType, number> = {
  api_key_invalid: 401,
  plan_limit_reached: 402,
  account_on_hold: 402,
  resource_not_found: 404,
  method_not_allowed: 405,
  request_too_large: 413,
  resource_invalid: 422,
  rate_limited: 429,
  service_unavailable: 503,
};

const HEADERS: Partial<Record<RefusalType, Record<string, string>>> = {
  api_key_invalid: { "WWW-Authenticate": 'Basic realm="Tattle", charset="UTF-8"' },
  service_unavailable: { "Retry-After": "60" },
};

const NOT_KEPT = { "Cache-Control": "no-store" };

/** Existing clients look for this very Content-Type. */
export const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { "Content-Type": "application/json; charset=utf-8", ...NOT_KEPT, ...headers },
  });

export const noContent = () => new Response(null, { status: 204, headers: NOT_KEPT });

/** Turns whatever a handler threw into the answer the API promises. */
export function errorResponse(thrown: unknown): Response {
  if (thrown instanceof Refusal) {
    const { type, message: error, validations } = thrown;
    return json({ type, error, validations }, HTTP_STATUS[type], HEADERS[type]);
  }
  if (thrown instanceof SyntaxError) {
    return new Response(null, { status: 400, headers: NOT_KEPT });
  }

  const requestId = currentRequestId() ?? randomUUID();
  log.error({ err: thrown, requestId }, "a request failed");
  const error = "Something went wrong on our side. Try again; if it goes on, tell us the request id.";
  return json({ type: "internal_server_error", error, request_id: requestId }, 500, {
    "X-Request-Id": requestId,
  });
}

/** Handles the methods that a path has no operation for. */
export function methodNotAllowed(...allowed: string[]) {
  const headers = { Allow: allowed.join(", ") };
  return (request: Request): Promise<Response> =>
    traced(request, async () => {
      if (request.method === "OPTIONS") return new Response(null, { status: 204, headers });
      const answer = errorResponse(
        new Refusal("method_not_allowed", `This path takes ${allowed.join(", ")}.`),
      );
      answer.headers.set("Allow", headers.Allow);
      return answer;
    });
}
