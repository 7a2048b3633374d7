import * as unknown from "@/app/v1/[[...path]]/route";
import * as document from "@/app/v1/openapi.json/route";
import { ROUTES } from "@/app/v1/operations";
import type { Described } from "@/lib/api/operation";
import { createApiKey } from "@/lib/cases/api-key";
import { normalizeRequest } from "@/lib/http/normalize-url";
import type { Prisma } from "@/lib/platform/generated/client";
import { refuseContractViolation } from "./contract";
import { ACTOR, aCase } from "./factories";

type Params = { token: string; tag: string };
type Handle = ((request: Request, context: { params: Promise<Params> }) => Promise<Response>) & {
  operation?: Described;
};
type Options = { key?: string; body?: unknown; headers?: Record<string, string> };

/** The routes of `app/v1`, in the order in which Next.js matches them: a name before a parameter. */
const PATTERNS: [RegExp, object][] = [
  ...Object.entries({ ...ROUTES, "/v1/openapi.json": document })
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([path, module]): [RegExp, object] => [
      new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`),
      module,
    ]),
  [/^/, unknown],
];

/** Calls the handler that Next.js would choose. Throws if the response is not what its operation describes. A body that is text, bytes or a stream is sent as it is, any other as JSON. */
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
  const response = await handle(request, { params: Promise.resolve(params as unknown as Params) });
  if (handle.operation) await refuseContractViolation(handle.operation, response.clone());
  return response;
}

const isRaw = (body: unknown): body is BodyInit =>
  typeof body === "string" || body instanceof Uint8Array || body instanceof ReadableStream;

export const basic = (key: string, password = "") =>
  `Basic ${Buffer.from(`${key}:${password}`).toString("base64")}`;

function matchRoute(pathname: string) {
  for (const [pattern, module] of PATTERNS) {
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

/** The response that refuses these attributes, and no others. */
export const refusal = (...validations: [attribute: string, message: unknown][]) => ({
  status: 422,
  body: {
    type: "resource_invalid",
    error: "Some attributes are missing or invalid.",
    validations: validations.map(([attribute, message]) => ({ attribute, message })),
  },
});

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
