import * as unknown from "@/app/v1/[[...path]]/route";
import * as rotation from "@/app/v1/api_keys/[id]/rotate/route";
import * as apiKey from "@/app/v1/api_keys/[id]/route";
import * as apiKeys from "@/app/v1/api_keys/route";
import * as audit from "@/app/v1/audit/route";
import * as badge from "@/app/v1/badges/[id]/route";
import * as badges from "@/app/v1/badges/route";
import * as channel from "@/app/v1/channels/[id]/route";
import * as channelTest from "@/app/v1/channels/[id]/test/route";
import * as channels from "@/app/v1/channels/route";
import * as configurationApply from "@/app/v1/configuration/apply/route";
import * as configurationPlan from "@/app/v1/configuration/plan/route";
import * as configuration from "@/app/v1/configuration/route";
import * as hints from "@/app/v1/hints/route";
import * as hook from "@/app/v1/hooks/[id]/route";
import * as acknowledge from "@/app/v1/incidents/[id]/acknowledge/route";
import * as assign from "@/app/v1/incidents/[id]/assign/route";
import * as notes from "@/app/v1/incidents/[id]/notes/route";
import * as incident from "@/app/v1/incidents/[id]/route";
import * as snooze from "@/app/v1/incidents/[id]/snooze/route";
import * as unacknowledge from "@/app/v1/incidents/[id]/unacknowledge/route";
import * as unsnooze from "@/app/v1/incidents/[id]/unsnooze/route";
import * as incidents from "@/app/v1/incidents/route";
import * as machine from "@/app/v1/machines/[host]/route";
import * as machines from "@/app/v1/machines/route";
import * as oneMaintenance from "@/app/v1/maintenance/[id]/route";
import * as maintenance from "@/app/v1/maintenance/route";
import * as metrics from "@/app/v1/metrics/route";
import * as notice from "@/app/v1/notices/[id]/route";
import * as noticeUpdate from "@/app/v1/notices/[id]/updates/[update]/route";
import * as noticeUpdates from "@/app/v1/notices/[id]/updates/route";
import * as statusNotices from "@/app/v1/notices/route";
import * as openapi from "@/app/v1/openapi.json/route";
import * as page from "@/app/v1/pages/[slug]/route";
import * as pageSubscriber from "@/app/v1/pages/[slug]/subscribers/[id]/route";
import * as pageSubscribers from "@/app/v1/pages/[slug]/subscribers/route";
import * as pages from "@/app/v1/pages/route";
import * as foundRuns from "@/app/v1/runs/route";
import * as schedule from "@/app/v1/schedule/route";
import * as sentryDsn from "@/app/v1/sentry_dsn/route";
import * as pause from "@/app/v1/snitches/[token]/pause/route";
import * as replay from "@/app/v1/snitches/[token]/replay/route";
import * as snitch from "@/app/v1/snitches/[token]/route";
import * as run from "@/app/v1/snitches/[token]/runs/[id]/route";
import * as runs from "@/app/v1/snitches/[token]/runs/route";
import * as tag from "@/app/v1/snitches/[token]/tags/[tag]/route";
import * as tags from "@/app/v1/snitches/[token]/tags/route";
import * as unpause from "@/app/v1/snitches/[token]/unpause/route";
import * as snitches from "@/app/v1/snitches/route";
import * as slug from "@/app/v1/snitches/slugs/[slug]/route";
import * as slugs from "@/app/v1/snitches/slugs/route";
import { createApiKey } from "@/lib/cases/api-key";
import { normalizeRequest } from "@/lib/http/normalize-url";
import type { Prisma } from "@/lib/platform/generated/client";
import { ACTOR, aCase } from "./factories";

type Params = { token: string; tag: string };
type Handle = (request: Request, context: { params: Promise<Params> }) => Promise<Response>;
type Options = { key?: string; body?: unknown; headers?: Record<string, string> };

/** The route modules of `app/v1`, in the order in which Next.js would match them. */
const ROUTES: [RegExp, object][] = [
  [/^\/v1\/snitches$/, snitches],
  [/^\/v1\/snitches\/slugs$/, slugs],
  [/^\/v1\/snitches\/slugs\/(?<slug>[^/]+)$/, slug],
  [/^\/v1\/snitches\/(?<token>[^/]+)$/, snitch],
  [/^\/v1\/snitches\/(?<token>[^/]+)\/tags$/, tags],
  [/^\/v1\/snitches\/(?<token>[^/]+)\/tags\/(?<tag>[^/]+)$/, tag],
  [/^\/v1\/snitches\/(?<token>[^/]+)\/pause$/, pause],
  [/^\/v1\/snitches\/(?<token>[^/]+)\/unpause$/, unpause],
  [/^\/v1\/snitches\/(?<token>[^/]+)\/replay$/, replay],
  [/^\/v1\/snitches\/(?<token>[^/]+)\/runs$/, runs],
  [/^\/v1\/snitches\/(?<token>[^/]+)\/runs\/(?<id>[^/]+)$/, run],
  [/^\/v1\/runs$/, foundRuns],
  [/^\/v1\/configuration$/, configuration],
  [/^\/v1\/configuration\/plan$/, configurationPlan],
  [/^\/v1\/configuration\/apply$/, configurationApply],
  [/^\/v1\/hints$/, hints],
  [/^\/v1\/incidents$/, incidents],
  [/^\/v1\/incidents\/(?<id>[^/]+)$/, incident],
  [/^\/v1\/incidents\/(?<id>[^/]+)\/acknowledge$/, acknowledge],
  [/^\/v1\/incidents\/(?<id>[^/]+)\/unacknowledge$/, unacknowledge],
  [/^\/v1\/incidents\/(?<id>[^/]+)\/assign$/, assign],
  [/^\/v1\/incidents\/(?<id>[^/]+)\/notes$/, notes],
  [/^\/v1\/incidents\/(?<id>[^/]+)\/snooze$/, snooze],
  [/^\/v1\/incidents\/(?<id>[^/]+)\/unsnooze$/, unsnooze],
  [/^\/v1\/channels$/, channels],
  [/^\/v1\/hooks\/(?<id>[^/]+)$/, hook],
  [/^\/v1\/channels\/(?<id>[^/]+)$/, channel],
  [/^\/v1\/channels\/(?<id>[^/]+)\/test$/, channelTest],
  [/^\/v1\/api_keys$/, apiKeys],
  [/^\/v1\/api_keys\/(?<id>[^/]+)$/, apiKey],
  [/^\/v1\/api_keys\/(?<id>[^/]+)\/rotate$/, rotation],
  [/^\/v1\/audit$/, audit],
  [/^\/v1\/sentry_dsn$/, sentryDsn],
  [/^\/v1\/pages$/, pages],
  [/^\/v1\/pages\/(?<slug>[^/]+)$/, page],
  [/^\/v1\/pages\/(?<slug>[^/]+)\/subscribers$/, pageSubscribers],
  [/^\/v1\/pages\/(?<slug>[^/]+)\/subscribers\/(?<id>[^/]+)$/, pageSubscriber],
  [/^\/v1\/badges$/, badges],
  [/^\/v1\/badges\/(?<id>[^/]+)$/, badge],
  [/^\/v1\/notices$/, statusNotices],
  [/^\/v1\/notices\/(?<id>[^/]+)$/, notice],
  [/^\/v1\/notices\/(?<id>[^/]+)\/updates$/, noticeUpdates],
  [/^\/v1\/notices\/(?<id>[^/]+)\/updates\/(?<update>[^/]+)$/, noticeUpdate],
  [/^\/v1\/machines$/, machines],
  [/^\/v1\/machines\/(?<host>[^/]+)$/, machine],
  [/^\/v1\/maintenance$/, maintenance],
  [/^\/v1\/maintenance\/(?<id>[^/]+)$/, oneMaintenance],
  [/^\/v1\/metrics$/, metrics],
  [/^\/v1\/openapi\.json$/, openapi],
  [/^\/v1\/schedule$/, schedule],
  [/^/, unknown],
];

/** Calls the handler that Next.js would choose. A body that is text, bytes or a stream is sent as it is, any other as JSON. */
export async function send(
  method: string,
  path: string,
  { key, body, headers }: Options = {},
): Promise<Response> {
  const routed = { method, url: path };
  normalizeRequest(routed);
  const request = new Request(`http://localhost:3000${routed.url}`, {
    method: routed.method,
    headers: { ...(key !== undefined && { Authorization: basic(key) }), ...headers },
    ...(body !== undefined && { body: isRaw(body) ? body : JSON.stringify(body), duplex: "half" }),
  });
  const { module, params } = matchRoute(new URL(request.url).pathname);
  const handle = (module as Record<string, Handle>)[routed.method === "HEAD" ? "GET" : routed.method];
  if (!handle) throw new Error(`${path} has no handler for ${method}.`);
  return handle(request, { params: Promise.resolve(params as unknown as Params) });
}

const isRaw = (body: unknown): body is BodyInit =>
  typeof body === "string" || body instanceof Uint8Array || body instanceof ReadableStream;

export const basic = (key: string, password = "") =>
  `Basic ${Buffer.from(`${key}:${password}`).toString("base64")}`;

function matchRoute(pathname: string) {
  for (const [pattern, module] of ROUTES) {
    const match = pattern.exec(pathname.replace(/\/$/, ""));
    if (!match) continue;
    if (!match.groups) return { module, params: undefined };
    const params = Object.entries(match.groups).map(([name, value]) => [name, decodeURIComponent(value)]);
    return { module, params: Object.fromEntries(params) };
  }
  throw new Error(`No route matches ${pathname}.`);
}

/** The status and the parsed body of a response. */
export async function readResponse(
  response: Response | Promise<Response>,
): Promise<{ status: number; body: unknown }> {
  const received = await response;
  const text = await received.text();
  return { status: received.status, body: text === "" ? "" : JSON.parse(text) };
}

export type Client = Awaited<ReturnType<typeof aClient>>;

/** An API client with a key of a new case. */
export async function aClient(given: Partial<Prisma.CaseUncheckedCreateInput> = {}) {
  const theCase = await aCase(given);
  const { id: keyId, key } = await createApiKey(theCase.id, { name: "Tests" }, ACTOR);
  return {
    theCase,
    key,
    keyId,
    get: (path: string) => send("GET", path, { key }),
    post: (path: string, body?: unknown) => send("POST", path, { key, body }),
    put: (path: string, body?: unknown) => send("PUT", path, { key, body }),
    patch: (path: string, body?: unknown) => send("PATCH", path, { key, body }),
    remove: (path: string) => send("DELETE", path, { key }),
  };
}
