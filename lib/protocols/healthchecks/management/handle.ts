import { countRequest, rateHeaders } from "@/lib/api/rate";
import { traced } from "@/lib/api/trace";
import { env } from "@/lib/platform/env";
import { secondsUntilReset } from "@/lib/platform/limiter";
import { authorize } from "./authorize";
import type { Handler } from "./call";
import type { Version } from "./changes";
import { errorJson, errorResponse } from "./error-response";
import { ROUTES } from "./routes";
import { withCors } from "./with-cors";

const PATH = /^\/api\/v([123])(\/.*)$/;

/** Whether this path belongs to the Management API of Healthchecks. */
export const isManagementPath = (pathname: string) => PATH.test(pathname);

/** Handles a request to Healthchecks' Management API, with or without a slash at the end of the path. */
export const handleManagement = (request: Request, now: Date): Promise<Response> =>
  traced(request, () => handle(request, now).catch(errorResponse));

async function handle(request: Request, now: Date): Promise<Response> {
  const url = new URL(request.url);
  const [, version, path = ""] = PATH.exec(url.pathname) ?? [];
  const route = ROUTES.find(({ pattern }) => pattern.test(path));
  if (!route) return withCors(request, [request.method], async () => errorJson(404, "not found"));
  const [, ...parts] = route.pattern.exec(path) ?? [];
  return withCors(request, Object.keys(route.methods), () =>
    run(request, route.methods[request.method] as Handler, {
      version: Number(version) as Version,
      parts: parts.map((part) => part ?? ""),
      search: url.searchParams,
      now,
    }).catch(errorResponse),
  );
}

type Circumstances = { version: Version; parts: string[]; search: URLSearchParams; now: Date };

async function run(request: Request, handler: Handler, circumstances: Circumstances): Promise<Response> {
  if (env.MAINTENANCE) {
    return errorJson(503, "Maintenance is under way. Try again in a few minutes.", { "Retry-After": "60" });
  }
  if (handler.access === "none") return handler.handle();
  const { now } = circumstances;
  const caller = await authorize(request, handler.access, now);
  const limit = await countRequest(caller.apiKeyId, now);
  const waitSeconds = secondsUntilReset(limit, now);
  const response = limit.isExceeded
    ? errorJson(429, `Too many requests. Try again in ${waitSeconds} seconds.`, {
        "Retry-After": String(waitSeconds),
      })
    : await handler.handle({ ...caller, ...circumstances }).catch(errorResponse);
  for (const [name, value] of Object.entries(rateHeaders(limit))) response.headers.set(name, value);
  return response;
}
