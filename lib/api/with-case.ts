import type { KeyActor } from "@/lib/audit/actor";
import { authenticateKey } from "@/lib/cases/api-key";
import { type KeyPermission, refuseWithout } from "@/lib/cases/api-key-access";
import { readClientAddress } from "@/lib/http/peer-address";
import { env } from "@/lib/platform/env";
import type { ApiKeyAccess, Case } from "@/lib/platform/generated/client";
import { secondsUntilReset } from "@/lib/platform/limiter";
import { addLogContext } from "@/lib/platform/log";
import { isPostgresText } from "@/lib/platform/postgres-text";
import { notFound, Refusal } from "@/lib/platform/refusal";
import { countRequest, rateHeaders } from "./rate";
import { errorResponse } from "./response";
import { traced } from "./trace";

type Handler<Params> = (
  request: Request,
  context: { theCase: Case; params: Params; by: KeyActor; access: ApiKeyAccess },
) => Promise<Response>;

type AnyParams = { token?: string; id?: string; slug?: string };

/**
 * Wraps an operation of the API: authenticates the API key, applies the rate limit, and calls the handler with the key's
 * case. Errors become the documented responses. `needed`: what the key must be allowed; by default to read for GET and HEAD, and
 * to change everything for other methods.
 */
export function withCase<Params extends AnyParams>(handle: Handler<Params>, needed?: KeyPermission) {
  return (request: Request, context: { params: Promise<Params> }): Promise<Response> =>
    traced(request, () => runOperation(handle, needed, request, context).catch(errorResponse));
}

const neededFor = (method: string): KeyPermission =>
  method === "GET" || method === "HEAD" ? "read" : "change";

async function runOperation<Params extends AnyParams>(
  handle: Handler<Params>,
  needed: KeyPermission | undefined,
  request: Request,
  context: { params: Promise<Params> },
): Promise<Response> {
  if (env.MAINTENANCE) {
    throw new Refusal("service_unavailable", "Maintenance is under way. Try again in a few minutes.");
  }
  const { theCase, apiKey } = await authenticateKey(request.headers.get("authorization"));
  addLogContext({ case: theCase.id, apiKey: apiKey.id });
  return withRateLimit(apiKey.id, async () => {
    // For a path without parameters, Next.js passes undefined in spite of its types.
    const params = (await context.params) ?? ({} as Params);
    // Postgres fails on text with NUL characters, and no snitch has such a token.
    if (params.token && !isPostgresText(params.token)) throw notFound("snitch");
    refuseWithout(needed ?? neededFor(request.method), apiKey);
    const address = readClientAddress(request.headers);
    return handle(request, {
      theCase,
      params,
      access: apiKey.access,
      by: { kind: "api_key", id: apiKey.id, name: apiKey.name, address },
    });
  });
}

async function withRateLimit(apiKeyId: string, handle: () => Promise<Response>): Promise<Response> {
  const now = new Date();
  const limit = await countRequest(apiKeyId, now);
  const response = limit.isExceeded
    ? tooManyRequests(secondsUntilReset(limit, now))
    : await handle().catch(errorResponse);
  for (const [name, value] of Object.entries(rateHeaders(limit))) response.headers.set(name, value);
  return response;
}

function tooManyRequests(waitSeconds: number): Response {
  const response = errorResponse(
    new Refusal("rate_limited", `Too many requests. Try again in ${waitSeconds} seconds.`),
  );
  response.headers.set("Retry-After", String(waitSeconds));
  return response;
}
