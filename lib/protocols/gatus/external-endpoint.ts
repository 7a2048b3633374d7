import type { CheckInRequest } from "@/lib/check-ins/handle";
import { parseSignal } from "@/lib/rules/runs/signal";
import { parseUrlQuery } from "../query-of";
import { recordSignal } from "../record-signal";
import { type Adapter, notAllowed, preflight, respond, type Texts, text } from "../respond";
import { parseDuration } from "./parse-duration";

const METHODS = ["POST"];

const TEXTS: Texts = { recorded: text(200, ""), unknown: text(401, "invalid token"), refuse: text };

const NO_SUCCESS = text(400, "missing or invalid success query parameter");
const NO_BEARER = text(401, "invalid Authorization header");
const NO_TOKEN = text(401, "bearer token must not be empty");

/**
 * `POST /api/v1/endpoints/<group>_<name>/external?success=…`. The Bearer token is a snitch's, and identifies it:
 * the key in the path can stay what it was.
 */
export const externalEndpoint: Adapter = async (request, _, at) => {
  if (request.method === "OPTIONS") return preflight(METHODS);
  if (!METHODS.includes(request.method)) return notAllowed(TEXTS, METHODS);
  const query = parseUrlQuery(request.url);
  const success = query.get("success");
  if (success !== "true" && success !== "false") return NO_SUCCESS;
  const token = bearerIn(request.header("authorization"));
  if (token === null) return NO_BEARER;
  if (token === "") return NO_TOKEN;
  const seconds = parseDuration(query.get("duration") || "0");
  if (typeof seconds === "object") return text(400, `invalid duration: ${seconds.error}`);
  const facts = parseSignal(null, new Map(query.get("duration") ? [["d", String(seconds)]] : []));
  const isFailure = success === "false";
  const signal = {
    token,
    ...facts,
    kind: facts === null ? null : ("finish" as const),
    exitStatus: isFailure ? "fail" : "",
    message: isFailure ? await errorsIn(request, query) : "",
  };
  return respond(await recordSignal(request, signal, at), at, TEXTS);
};

/** The token of a header; null if it has none. Servers cut the space at the end of a header whose token is empty. */
const bearerIn = (header: string) =>
  /^Bearer(?:$| (.*))/.exec(header)?.[1]?.trim() ?? (header === "Bearer" ? "" : null);

/** What went wrong, from the query and from the body, which is JSON or a form. */
async function errorsIn(request: CheckInRequest, query: URLSearchParams): Promise<string> {
  const body = (await request.body()).head.toString("utf8");
  return [query.get("error"), errorIn(request.contentType, body)].filter(Boolean).join("\n");
}

function errorIn(contentType: string, body: string): string | null {
  if (!/json/i.test(contentType)) return new URLSearchParams(body).get("error");
  try {
    const { error } = (JSON.parse(body) ?? {}) as Record<string, unknown>;
    return typeof error === "string" ? error : null;
  } catch {
    return null;
  }
}
