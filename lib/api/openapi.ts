import { z } from "zod";
import { webhookEvent } from "@/lib/channel-kinds/webhook-event";
import { env } from "@/lib/platform/env";
import packageJson from "@/package.json" with { type: "json" };
import { ERRORS, internalErrorShape, refusalShape } from "./errors";
import { exampleResponse, omitExamples } from "./example";
import { BODY_ERRORS, type Operation, schemaOf } from "./operation";
import { findResource, RESOURCES } from "./resources";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** The operations about the API itself. */
const API_TAG = { name: "API", description: "What this API can do." };

const buildJsonContent = (schema: object, example?: unknown) => ({
  "application/json": { schema, ...(example !== undefined && { example }) },
});

const TEXT = { "text/plain": { schema: { type: "string" } } };
const YAML = { "application/yaml": { schema: { type: "string" } } };
const CSV = { "text/csv": { schema: { type: "string" } } };

/** The OpenAPI document of these operations. Its request schemas are generated from the schemas that parse the requests. */
export function openApi(operations: Operation[]) {
  return {
    openapi: "3.1.1",
    info: {
      title: "Tattle",
      version: packageJson.version,
      description:
        "Manages the snitches of a case. Send the API key as the Basic user name (the password is ignored) or as a Bearer token. Responses may gain new members: ignore those you don’t recognize.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: env.APP_URL }],
    security: [{ apiKey: [] }, { bearer: [] }],
    tags: [...RESOURCES.map(({ title, summary }) => ({ name: title, description: summary })), API_TAG],
    paths: describePaths(operations),
    webhooks: describeWebhooks(),
    components: {
      securitySchemes: {
        apiKey: { type: "http", scheme: "basic", description: "The API key is the user name." },
        bearer: { type: "http", scheme: "bearer", description: "The API key is the token." },
      },
      headers: HEADERS,
      schemas: buildSchemas(operations),
    },
  };
}

function buildSchemas(operations: Operation[]) {
  const responses = operations.flatMap(({ response }) => response ?? []);
  const names = new Map(responses.map(({ name, schema }) => [schema, name]));
  // A list of what has a name of its own refers to it.
  const build = (schema: z.ZodType) => {
    const name = schema instanceof z.ZodArray && names.get(schema.element as z.ZodType);
    return name ? { type: "array", items: ref(name) } : toJsonSchema(schema, "output");
  };
  const bodies = operations.flatMap(({ body }) => body ?? []);
  return {
    ...Object.fromEntries(responses.map(({ name, schema }) => [name, build(schema)])),
    ApiError: toJsonSchema(refusalShape, "output"),
    InternalError: toJsonSchema(internalErrorShape, "output"),
    WebhookEvent: toJsonSchema(webhookEvent, "output"),
    ...Object.fromEntries(
      bodies.map((body) => [body.name, toJsonSchema(schemaOf(body, new Date()), "input")]),
    ),
  };
}

function toJsonSchema(schema: z.ZodType, io: "input" | "output") {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    override: io === "output" ? leaveOpen : undefined,
  });
  return rest;
}

/** Responses may get further members later, so the document allows them. The examples of fields are in that of the operation. */
function leaveOpen(described: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  omitExamples(described);
  const { jsonSchema } = described;
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
}

function describePaths(operations: Operation[]) {
  const byPath: Record<string, object> = {};
  for (const operation of operations) {
    const { path, method } = operation;
    byPath[path] = { ...byPath[path], [method.toLowerCase()]: describeOperation(operation) };
  }
  return byPath;
}

function describeOperation(operation: Operation) {
  const { id, title, description, body, isPublic } = operation;
  return {
    operationId: id,
    tags: [findResource(operation.path)?.title ?? API_TAG.name],
    summary: title,
    description,
    ...(isPublic && { security: [] }),
    parameters: listParameters(operation),
    ...(body && {
      requestBody: {
        required: !body.optional,
        content: {
          ...buildJsonContent(ref(body.name), operation.example?.body),
          ...(operation.isYamlToo && YAML),
        },
      },
    }),
    responses: { ...successResponse(operation), ...errorResponses(operation) },
  };
}

function listParameters(operation: Operation) {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  return [
    ...names.map((name) => ({
      name,
      in: "path",
      required: true,
      schema: { type: "string", ...(name === "id" && { format: "uuid" }) },
    })),
    ...listQuery(operation).map((parameter) => ({
      ...parameter,
      ...(parameter.schema.type === "array" && { style: "form", explode: false }),
    })),
  ];
}

/** The parameters in the query of an operation. None can be null: it is there, or it is not. */
export function listQuery({ query = z.object() }: Pick<Operation, "query">) {
  const { properties = {} } = toJsonSchema(query, "input");
  return Object.entries(properties as Record<string, z.core.JSONSchema.BaseSchema>).map(
    ([name, { description = "", anyOf, ...rest }]) => {
      const { pattern: _, examples: __, type, default: fallback, ...schema } = { ...anyOf?.[0], ...rest };
      return {
        name,
        description,
        in: "query",
        schema: { type: [type].flat()[0], ...schema, default: fallback },
      };
    },
  );
}

function successResponse(operation: Operation) {
  const { response, creates, isPublic, body, isYamlToo, isLines } = operation;
  const headers = isPublic ? {} : headerRefs(RATE_HEADERS);
  if (!response) return { 204: { description: "The request succeeded. The response has no body.", headers } };
  const json = buildJsonContent(ref(response.name), exampleResponse(operation));
  const content = isLines
    ? { "application/jsonl": json["application/json"], ...CSV }
    : { ...json, ...(isYamlToo && !body && YAML) };
  return {
    200: { description: "The request succeeded.", headers, content },
    ...(creates && {
      201: { description: "The request succeeded and created the resource.", headers, content },
    }),
  };
}

const RATE_HEADERS = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"] as const;

const HEADERS = {
  "X-RateLimit-Limit": integerHeader("How many requests the API key can make per minute."),
  "X-RateLimit-Remaining": integerHeader("How many requests are left in this minute."),
  "X-RateLimit-Reset": integerHeader("When the limit resets, in Unix seconds."),
  "Retry-After": integerHeader("How many seconds to wait."),
  "WWW-Authenticate": { description: "Says that an API key is required.", schema: { type: "string" } },
};

function integerHeader(description: string) {
  return { description, schema: { type: "integer" } };
}

const headerRefs = (names: readonly (keyof typeof HEADERS)[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The headers of an error besides those of the rate limit. */
const ERROR_HEADERS: Record<number, (keyof typeof HEADERS)[]> = {
  401: ["WWW-Authenticate"],
  429: ["Retry-After"],
  503: ["Retry-After"],
};

function errorResponses({ errors = [], body, isPublic, absent }: Operation) {
  if (absent)
    return {
      404: { description: absent, content: TEXT },
      503: {
        description: "It is not available at the moment.",
        headers: headerRefs(["Retry-After"]),
        content: TEXT,
      },
    };
  if (isPublic)
    return {
      405: { description: "`method_not_allowed`: use GET.", content: buildJsonContent(ref("ApiError")) },
    };
  const common = ["api_key_invalid", "rate_limited", "internal_server_error", "service_unavailable"];
  const documented = ERRORS.filter(({ type }) =>
    type ? [...common, ...errors, ...(body ? BODY_ERRORS : [])].includes(type) : body,
  );
  const responses: Record<number, object> = {};
  for (const { status } of documented) {
    const withStatus = documented.filter((error) => error.status === status);
    const description = withStatus
      .map(({ type, cause }) => (type ? `\`${type}\`: ${cause}` : cause))
      .join("\n\n");
    responses[status] = {
      description,
      headers: headerRefs([...(status === 503 ? [] : RATE_HEADERS), ...(ERROR_HEADERS[status] ?? [])]),
      ...(status !== 400 && {
        content: buildJsonContent(ref(status === 500 ? "InternalError" : "ApiError")),
      }),
    };
  }
  return responses;
}

/** The events that webhooks are sent, unless they have a body of their own. */
const describeWebhooks = () =>
  Object.fromEntries(
    webhookEvent.shape.type.options.map((type) => [
      type,
      {
        post: {
          operationId: type.replace(/^snitch\.(.)/, (_, first: string) => `onSnitch${first.toUpperCase()}`),
          tags: ["Channels"],
          summary: `A request to a webhook: \`${type}\``,
          description:
            "Signed according to Standard Webhooks. Requests can arrive more than once, with the same `webhook-id`, and in any order.",
          security: [],
          parameters: SIGNATURE_HEADERS.map(([name, description]) => ({
            name,
            in: "header",
            required: true,
            description,
            schema: { type: "string" },
          })),
          requestBody: { required: true, content: buildJsonContent(ref("WebhookEvent")) },
          responses: {
            200: { description: "Any status from 200 to 209 accepts the event." },
            "4XX": {
              description: "Any other status, or no response within 30 seconds: the event is sent again.",
            },
          },
        },
      },
    ]),
  );

const SIGNATURE_HEADERS = [
  ["webhook-id", "The same for every attempt."],
  ["webhook-timestamp", "When it was sent, in Unix seconds."],
  ["webhook-signature", "`v1,` and the signature; two signatures for a day after the secret is rotated."],
];
