import type { Actor } from "@/lib/audit/actor";
import { authenticateKey, refuseReadOnly } from "@/lib/cases/api-key";
import { addressOf } from "@/lib/http/peer-address";
import { env } from "@/lib/platform/env";
import type { Case } from "@/lib/platform/generated/client";
import { secondsUntil } from "@/lib/platform/limiter";
import { addLogContext } from "@/lib/platform/log";
import { isPostgresText } from "@/lib/platform/postgres-text";
import { notFound, Refusal } from "@/lib/platform/refusal";
import { errorResponse } from "./answer";
import { countRequest, rateHeaders } from "./rate";
import { traced } from "./trace";

type Handler<Params> = (
  request: Request,
  on: { theCase: Case; params: Params; by: Actor },
) => Promise<Response>;

/** Runs a management operation on behalf of the case whose API key signs the request. */
export function withCase<Params extends { token?: string }>(handle: Handler<Params>) {
  return (request: Request, context: { params: Promise<Params> }): Promise<Response> =>
    traced(request, () => operate(handle, request, context).catch(errorResponse));
}

async function operate<Params extends { token?: string }>(
  handle: Handler<Params>,
  request: Request,
  context: { params: Promise<Params> },
): Promise<Response> {
  if (env.MAINTENANCE) {
    throw new Refusal("service_unavailable", "Maintenance is under way. Try again in a few minutes.");
  }
  const { theCase, apiKey } = await authenticateKey(request.headers.get("authorization"));
  addLogContext({ case: theCase.id, apiKey: apiKey.id });
  return withinRate(apiKey.id, async () => {
    // A path without parameters comes without any, whatever the types of Next.js say.
    const params = (await context.params) ?? ({} as Params);
    // No snitch has such a token, and Postgres cannot even be asked.
    if (params.token && !isPostgresText(params.token)) throw notFound("snitch");
    refuseReadOnly(apiKey, request.method);
    const address = addressOf(request.headers);
    return handle(request, {
      theCase,
      params,
      by: { kind: "api_key", id: apiKey.id, name: apiKey.name, address },
    });
  });
}

async function withinRate(apiKeyId: string, work: () => Promise<Response>): Promise<Response> {
  const now = new Date();
  const allowance = await countRequest(apiKeyId, now);
  const answer = allowance.isExceeded
    ? tooMany(secondsUntil(allowance, now))
    : await work().catch(errorResponse);
  for (const [name, value] of Object.entries(rateHeaders(allowance))) answer.headers.set(name, value);
  return answer;
}

function tooMany(waitSeconds: number): Response {
  const answer = errorResponse(
    new Refusal("rate_limited", `Too many requests. Try again in ${waitSeconds} seconds.`),
  );
  answer.headers.set("Retry-After", String(waitSeconds));
  return answer;
}
