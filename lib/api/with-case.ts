import { actorOfKey, type KeyActor } from "@/lib/audit/record";
import { authenticateKey, scopeOf } from "@/lib/cases/api-key";
import { type KeyPermission, refuseWithout } from "@/lib/cases/api-key-access";
import type { ApiKeyAccess } from "@/lib/cases/api-key-form";
import { type KeyScope, refuseNarrowed } from "@/lib/cases/key-scope";
import { readClientAddress } from "@/lib/http/peer-address";
import { takeTurnOfAccount } from "@/lib/http/request-turn";
import { env } from "@/lib/platform/env";
import type { Case } from "@/lib/platform/generated/client";
import { secondsUntilReset } from "@/lib/platform/limiter";
import { addLogContext } from "@/lib/platform/log";
import { isPostgresText } from "@/lib/platform/postgres-text";
import { notFound, Refusal } from "@/lib/platform/refusal";
import { refuseOutside } from "@/lib/snitches/scope";
import { countRequest, rateHeaders } from "./rate";
import { errorResponse } from "./response";
import { traced } from "./trace";

/** The parameters in the path of a route: those that it names are there. */
type Params = Record<
  "token" | "tag" | "id" | "slug" | "host" | "cluster" | "update" | "kind" | "month",
  string
>;

export type CaseContext = {
  theCase: Case;
  params: Params;
  by: KeyActor;
  scope: KeyScope;
  access: ApiKeyAccess;
};

type Handler = (request: Request, context: CaseContext) => Promise<Response>;

export type KeyRules = {
  /** What the key must be allowed; by default to read for GET and HEAD, and to change everything for other methods. */
  needs?: KeyPermission;
  /** What it counts as, if some requests need more than `needs`. */
  countsAs?: KeyPermission;
  /** Whether the handler heeds the scope of the key. Without it, a narrowed key opens only what is below one of its snitches. */
  narrowable?: boolean;
};

/**
 * Wraps an operation of the API: authenticates the API key, applies the rate limit, and calls the handler with the key's
 * case. Errors become the documented responses.
 */
export function withCase(handle: Handler, rules: KeyRules = {}) {
  return (request: Request, context: { params: Promise<Params> }): Promise<Response> =>
    traced(request, () => runOperation(handle, rules, request, context).catch(errorResponse));
}

export const neededFor = (method: string): KeyPermission =>
  method === "GET" || method === "HEAD" ? "read" : "change";

async function runOperation(
  handle: Handler,
  { needs, countsAs, narrowable = false }: KeyRules,
  request: Request,
  context: { params: Promise<Params> },
): Promise<Response> {
  if (env.MAINTENANCE) {
    throw new Refusal("service_unavailable", "Maintenance is under way. Try again in a few minutes.");
  }
  const permission = needs ?? neededFor(request.method);
  const address = readClientAddress(request.headers);
  const use = { permission: countsAs ?? permission, verb: request.method, address };
  const authenticated = await authenticateKey(request.headers.get("authorization"), use);
  const { theCase, accountId, apiKey } = authenticated;
  addLogContext({ case: theCase.id, apiKey: apiKey.id });
  await takeTurnOfAccount(accountId);
  return withRateLimit(apiKey.id, async () => {
    // Despite its types, Next.js passes undefined for a path without parameters.
    const params = (await context.params) ?? ({} as Params);
    // Postgres fails on text with NUL characters, and no snitch has such a token.
    if (params.token && !isPostgresText(params.token)) throw notFound("snitch");
    refuseWithout(permission, apiKey);
    const scope = scopeOf(authenticated);
    if (scope && params.token) await refuseOutside(theCase.id, scope, params.token);
    else if (!narrowable) refuseNarrowed(scope);
    return handle(request, {
      theCase,
      params,
      scope,
      access: apiKey.access,
      by: actorOfKey(apiKey, address),
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
