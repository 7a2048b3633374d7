import type { Actor } from "@/lib/audit/actor";
import { authenticateKey, refuseReadOnly } from "@/lib/cases/api-key";
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
  context: { theCase: Case; params: Params; by: Actor; access: ApiKeyAccess },
) => Promise<Response>;

/**
 * Wraps an operation of the API: authenticates the API key, applies the rate limit, and calls the handler with the key's
 * case. Errors become the documented responses.
 */
export function withCase<Params extends { token?: string; id?: string }>(handle: Handler<Params>) {
  return (request: Request, context: { params: Promise<Params> }): Promise<Response> =>
    traced(request, () => runOperation(handle, request, context).catch(errorResponse));
}

async function runOperation<Params extends { token?: string; id?: string }>(
  handle: Handler<Params>,
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
    refuseReadOnly(apiKey, request.method);
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
