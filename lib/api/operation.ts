import type { z } from "zod";
import { notFound, parse, Refusal } from "@/lib/platform/refusal";
import { isUuidInAnyCase } from "@/lib/rules/uuid";
import { readJson, readObject } from "./body";
import type { ErrorType } from "./errors";
import { errorResponse, json, noContent } from "./response";
import { traced } from "./trace";
import { type CaseContext, type KeyRules, withCase } from "./with-case";

export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof METHODS)[number];

type Body<Schema> = {
  name: string;
  /** The schema that parses it, which may depend on the time. */
  schema: Schema | ((now: Date) => Schema);
  optional?: boolean;
  /** What a refusal calls it, if it is a list. Any other is an object. */
  list?: string;
  /** How much is read of it, if that is not 1 MiB. */
  maxBytes?: number;
};

type Example = {
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  response?: object;
};

/** An operation of the API, as its document and the reference describe it. */
export type Described<Query = z.ZodObject, BodySchema = z.ZodType, Schema = z.ZodType> = KeyRules & {
  id: string;
  title: string;
  description: string;
  /** Its fields have descriptions. */
  query?: Query;
  /** Absent if the operation reads no body. */
  body?: Body<BodySchema>;
  /** Null for 204. */
  response: { name: string; schema: Schema } | null;
  /** What differs from the examples of the schema, whose response is that with these members, and the request. */
  example?: Example;
  /** The errors besides those that every operation can return, and those of a body. */
  errors?: ErrorType[];
  isPublic?: boolean;
  /** When a public operation responds with 404. Its errors are plain text. */
  absent?: string;
  /** Whether the body or, without one, the response can be YAML, too. */
  isYamlToo?: boolean;
  /** Whether the response is a stream of lines, JSONL or CSV, of which each is what its schema describes. */
  isLines?: boolean;
  /** Whether it responds with 201 if it created something, and with 200 if that existed. */
  creates?: boolean;
};

export type Operation = Described & { method: Method; path: string };

type Context<Query, BodySchema> = CaseContext & {
  request: Request;
  now: Date;
  /** Each reads and parses its part of the request, so that a handler may refuse for another reason before. */
  query: () => z.output<Query>;
  body: () => Promise<z.output<BodySchema>>;
};

/** The errors of an operation that reads a body. */
export const BODY_ERRORS: ErrorType[] = ["request_too_large", "resource_invalid"];

/** The schema of a body, at this time. */
export const schemaOf = <Schema>({ schema }: Body<Schema>, now: Date): Schema =>
  typeof schema === "function" ? (schema as (now: Date) => Schema)(now) : schema;

/** The handler of an operation, which carries its description. What `handle` returns is the body of the response. */
export function operation<
  Query extends z.ZodObject = z.ZodObject,
  BodySchema extends z.ZodType = z.ZodType,
  Schema extends z.ZodType = z.ZodVoid,
>({
  handle,
  ...described
}: Described<Query, BodySchema, Schema> & {
  handle: (context: Context<Query, BodySchema>) => Promise<z.output<Schema> | Response>;
}) {
  const { query, body, response } = described;
  const respond = withCase(async (request, context) => {
    const now = new Date();
    const result = await handle({
      ...context,
      request,
      now,
      query: () => parse(query as Query, Object.fromEntries(new URL(request.url).searchParams)),
      body: async () => {
        const { list, maxBytes, ...described } = body as Body<BodySchema>;
        const value = list ? readJson(request, maxBytes) : readObject(request);
        return parse(schemaOf(described, now), await value, list);
      },
    });
    if (result instanceof Response) return result;
    return response ? json(result) : noContent();
  }, described);
  return Object.assign(respond, { operation: described });
}

/** The id in a path. Refuses what is none: Postgres fails when it compares a UUID with other text. */
export function parseId({ id }: { id: string }, what: string): string {
  if (isUuidInAnyCase(id)) return id;
  throw notFound(what);
}

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
