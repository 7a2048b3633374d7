import { randomUUID } from "node:crypto";
import { readText } from "@/lib/api/body";
import { countRequest, rateHeaders } from "@/lib/api/rate";
import { HTTP_STATUS, refuseIfBusy } from "@/lib/api/response";
import { traced } from "@/lib/api/trace";
import { actorOfKey } from "@/lib/audit/record";
import { findApiKey, scopeOf } from "@/lib/cases/api-key";
import { keyRefusal, refuseWithout } from "@/lib/cases/api-key-access";
import { readClientAddress } from "@/lib/http/peer-address";
import { takeTurnOfAccount } from "@/lib/http/request-turn";
import type { TextResponse } from "@/lib/http/text-response";
import { env } from "@/lib/platform/env";
import { secondsUntilReset } from "@/lib/platform/limiter";
import { addLogContext, currentRequestId, log } from "@/lib/platform/log";
import { Refusal } from "@/lib/platform/refusal";
import { preflight } from "../respond";
import { findByKeys, listKeys } from "./keys";
import { OPERATIONS } from "./operations";
import { parseHeartbeatPath } from "./path";
import { respondSince, WRONG_KEY } from "./responses";

/** Responds to a request that manages heartbeats, in the form of Opsgenie. */
export const manageHeartbeats = (request: Request, now: Date): Promise<Response> =>
  traced(request, async () => {
    const startedMs = performance.now();
    const { status, headers, body } = await handle(request, startedMs, now).catch((error) =>
      refuse(error, startedMs),
    );
    return new Response(body || null, { status, headers });
  });

async function handle(request: Request, startedMs: number, now: Date): Promise<TextResponse> {
  const { method, url, headers } = request;
  const target = parseHeartbeatPath(new URL(url).pathname);
  const operations = OPERATIONS[target?.action || (target?.name ? "one" : "all")];
  if (!target || !operations) throw new Refusal("resource_not_found", "No such path.");
  const methods = Object.keys(operations);
  if (method === "OPTIONS") return preflight(methods);
  const operation = operations[method];
  if (!operation) throw new Refusal("method_not_allowed", `This address takes ${methods.join(", ")}.`);
  if (env.MAINTENANCE)
    throw new Refusal("service_unavailable", "Maintenance is under way. Try again in a few minutes.");
  const address = readClientAddress(headers);
  const use = { permission: operation.needs, verb: method, address };
  const keys = listKeys(headers.get("authorization") ?? "", url);
  const caller = await findByKeys(keys, (key) => findApiKey("tattle", key, use, now));
  if (!caller) throw keyRefusal(WRONG_KEY);
  const { theCase, accountId, apiKey } = caller;
  addLogContext({ case: theCase.id, apiKey: apiKey.id });
  await takeTurnOfAccount(accountId);
  const limit = await countRequest(apiKey.id, now);
  if (limit.isExceeded) {
    const seconds = String(secondsUntilReset(limit, now));
    const message = `Too many requests. Try again in ${seconds} seconds.`;
    const waiting = { "Retry-After": seconds, "X-RateLimit-Period-In-Sec": seconds };
    return respondSince(startedMs, 429, { message }, { ...rateHeaders(limit), ...waiting });
  }
  refuseWithout(operation.needs, apiKey);
  const call = { theCase, scope: scopeOf(caller), by: actorOfKey(apiKey, address), name: target.name, now };
  const result = await operation.run({ ...call, body: async () => JSON.parse(await readText(request)) });
  return respondSince(startedMs, result.status, result.body, rateHeaders(limit));
}

/** Errors with another status in our API: Opsgenie has none for a full plan or a case on hold. */
const STATUS: Partial<typeof HTTP_STATUS> = { plan_limit_reached: 422, account_on_hold: 422 };

/** Our attributes, as Opsgenie calls them. */
const MEMBERS: Record<string, string> = {
  notes: "alertMessage",
  tags: "alertTags",
  schedule: "interval",
  severity: "alertPriority",
  slug: "name",
};

/** Turns a thrown error into a response. Logs every error except refusals. */
function refuse(error: unknown, startedMs: number): TextResponse {
  const cause = refuseIfBusy(error);
  if (cause instanceof SyntaxError) return respondSince(startedMs, 400, { message: "The body is not JSON." });
  if (cause instanceof Refusal) {
    const { type, message, validations = [] } = cause;
    const errors = Object.fromEntries(
      validations.map(({ attribute, message }) => [MEMBERS[attribute] ?? attribute, message]),
    );
    const headers = type === "service_unavailable" ? { "Retry-After": "60" } : undefined;
    const body = { message, ...(validations.length > 0 && { errors }) };
    return respondSince(startedMs, STATUS[type] ?? HTTP_STATUS[type], body, headers);
  }
  log.error({ err: cause, requestId: currentRequestId() ?? randomUUID() }, "request failed");
  return respondSince(startedMs, 500, { message: "Something went wrong on our side. Try again." });
}
