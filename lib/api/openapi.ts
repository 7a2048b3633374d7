import { z } from "zod";
import { env } from "@/lib/platform/env";
import { presentedSnitch } from "@/lib/snitches/present";
import { ERRORS, faultShape, refusalShape } from "./errors";
import { EXAMPLES, type Example } from "./examples";
import { OPERATIONS, type Operation } from "./operations";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const jsonOf = (schema: object, example?: unknown) => ({
  "application/json": { schema, ...(example !== undefined && { example }) },
});

/** The OpenAPI document of the API. What it says of requests comes from the schemas that parse them. */
export function openApi() {
  return {
    openapi: "3.1.1",
    info: {
      title: "Tattle",
      version: "1",
      description:
        "Manages the snitches of a case. The API key is the Basic user name; the password is ignored.",
    },
    servers: [{ url: env.APP_URL }],
    security: [{ apiKey: [] }],
    paths: paths(),
    components: {
      securitySchemes: {
        apiKey: { type: "http", scheme: "basic", description: "The API key as user name." },
      },
      schemas: schemas(),
    },
  };
}

function schemas() {
  const bodies = OPERATIONS.flatMap(({ body }) =>
    body ? [[body.name, schemaOf(body.schema, "input")]] : [],
  );
  return {
    Snitch: schemaOf(presentedSnitch, "output"),
    Snitches: { type: "array", items: ref("Snitch") },
    Tags: { type: "array", items: { type: "string" } },
    Document: { type: "object" },
    Refusal: schemaOf(refusalShape, "output"),
    Fault: schemaOf(faultShape, "output"),
    ...Object.fromEntries(bodies),
  };
}

function schemaOf(schema: z.ZodType, io: "input" | "output") {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
}

function paths() {
  const byPath: Record<string, object> = {};
  for (const operation of OPERATIONS) {
    const { path, method } = operation;
    byPath[path] = { ...byPath[path], [method.toLowerCase()]: entryOf(operation) };
  }
  return byPath;
}

function entryOf(operation: Operation) {
  const { id, title, description, body, isPublic } = operation;
  const example: Example = EXAMPLES[id];
  return {
    operationId: id,
    summary: title,
    description,
    ...(isPublic && { security: [] }),
    parameters: parametersOf(operation),
    ...(body && {
      requestBody: { required: !body.optional, content: jsonOf(ref(body.name), example.body) },
    }),
    responses: { ...success(operation, example), ...errors(operation) },
  };
}

function parametersOf({ path, query }: Operation) {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  return [
    ...names.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } })),
    ...(query ? [{ ...query, in: "query", schema: { type: "string" } }] : []),
  ];
}

function success({ answer }: Operation, example: Example) {
  return answer
    ? { 200: { description: "As asked.", content: jsonOf(ref(answer), example.answer) } }
    : { 204: { description: "Done. The answer has no body." } };
}

function errors({ errors, body, isPublic }: Operation) {
  if (isPublic) return {};
  const everywhere = ["api_key_invalid", "rate_limited", "internal_server_error", "service_unavailable"];
  const said = ERRORS.filter(({ type }) => (type ? [...everywhere, ...errors].includes(type) : body));
  const responses: Record<number, object> = {};
  for (const { status } of said) {
    const same = said.filter((error) => error.status === status);
    const description = same.map(({ type, cause }) => (type ? `\`${type}\`: ${cause}` : cause)).join("\n\n");
    responses[status] = {
      description,
      ...(status !== 400 && { content: jsonOf(ref(status === 500 ? "Fault" : "Refusal")) }),
    };
  }
  return responses;
}
