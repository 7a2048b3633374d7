import { Refusal } from "@/lib/platform/refusal";
import type { Described, Method } from "./operation";
import { errorResponse } from "./response";
import { traced } from "./trace";

// The context differs by the parameters of the path.
// biome-ignore lint/suspicious/noExplicitAny: Next.js gives each handler those of its folder.
type Handler = ((request: Request, context: any) => Promise<Response>) & { operation?: Described };

type Handlers = Partial<Record<Method, Handler>>;

/**
 * The handlers of a path for all methods: those that it does not have refuse. A route exports each of them, because Next.js
 * would respond in its own way to one that is absent. HEAD gets a response by that of GET.
 */
export function route<Given extends Handlers>(handlers: Given): Record<Method | "OPTIONS", Handler> {
  const allowed = Object.keys(handlers).flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : method));
  const refuse = refuseMethod(allowed.join(", "));
  return {
    GET: refuse,
    POST: refuse,
    PUT: refuse,
    PATCH: refuse,
    DELETE: refuse,
    OPTIONS: refuse,
    ...handlers,
  };
}

const refuseMethod = (allow: string) => (request: Request) =>
  traced(request, async () => {
    if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: { Allow: allow } });
    const response = errorResponse(new Refusal("method_not_allowed", `This path takes ${allow}.`));
    response.headers.set("Allow", allow);
    return response;
  });
