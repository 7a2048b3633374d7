import { query } from "@/lib/platform/db";

/** Who asks: the headers of the request, with its key, and the case of the key. */
export type Caller = { headers: Headers; caseId: string };

type Handle<Params> = (request: Request, context: { params: Promise<Params> }) => Promise<Response>;

type Sent<Params> = {
  path: string;
  params?: Params;
  query?: Record<string, string | number | undefined>;
  /** A text is sent as YAML, everything else as JSON. */
  body?: unknown;
};

/** A refusal whose message the agent may read. */
export class ToolError extends Error {}

/**
 * Calls an operation of the API with the key of the caller, so that a tool may do what the key may do under `/v1`, is counted and
 * recorded as there, and finds the same errors. Returns the JSON of the response.
 */
export async function callRoute<Params>(
  handle: Handle<Params>,
  { headers, ...caller }: Caller,
  { path, params, query: parameters = {}, body }: Sent<Params>,
): Promise<unknown> {
  const url = new URL(path, "http://localhost");
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) url.searchParams.set(name, String(value));
  const request = new Request(url, {
    method: body === undefined ? "GET" : "POST",
    headers: withoutBody(headers, typeof body === "string" ? "application/yaml" : "application/json"),
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const response = await handle(request, { params: Promise.resolve(params ?? ({} as Params)) });
  const text = await response.text();
  const reply = text === "" ? null : (JSON.parse(text) as unknown);
  if (!response.ok) throw new ToolError(describeRefusal(reply, caller.caseId, response.status));
  return reply;
}

/** Those that describe the message of the agent are not those of the request that is made of it. */
function withoutBody(headers: Headers, type: string): Headers {
  const copy = new Headers(headers);
  for (const name of ["content-length", "content-encoding", "transfer-encoding", "accept"]) copy.delete(name);
  copy.set("content-type", type);
  return copy;
}

type Refused = { error?: string; validations?: { attribute: string; message: string }[]; plan?: unknown };

function describeRefusal(response: unknown, caseId: string, status: number): string {
  const {
    error = `The request was refused (${status}).`,
    validations = [],
    plan,
  } = (response ?? {}) as Refused;
  const details = validations.map(({ attribute, message }) => `${attribute} ${message}`);
  const text = [error, ...details].join("\n");
  return plan ? `${text}\nThe new plan for the case ${caseId}:\n${JSON.stringify(plan)}` : text;
}

/** The token of the snitch that is named by its token, its slug or its id in a list. */
export async function findToken(caseId: string, name: string): Promise<string> {
  const rows = await query<{ token: string; isToken: boolean }>(
    `SELECT token, token = $2 AS "isToken" FROM snitches
     WHERE case_id = $1 AND (token = $2 OR id::text = $2 OR (slug = $2 AND slug <> '')) ORDER BY token = $2 DESC LIMIT 2`,
    [caseId, name.replaceAll("\0", "")],
  );
  const [first, second] = rows;
  if (!first) throw new ToolError("No such snitch.");
  if (second && !first.isToken) throw new ToolError("Several snitches have this slug. Use the id instead.");
  return first.token;
}
