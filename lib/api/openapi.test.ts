import { Ajv2020 } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { OPERATIONS } from "@/app/v1/operations";
import { writeMessage } from "@/lib/channel-kinds/kind";
import { webhook } from "@/lib/channel-kinds/webhook";
import packageJson from "@/package.json" with { type: "json" };
import { NOTIFICATIONS } from "@/testing/notification-examples";
import { exampleResponse } from "./example";
import { openApi } from "./openapi";
import { schemaOf } from "./operation";

type Described = {
  operationId: string;
  tags: string[];
  security?: object[];
  parameters: { name: string; in: string; description?: string; schema: { type: string } }[];
  responses: Record<string, { headers?: object; content?: object }>;
};

const document = openApi(OPERATIONS);
const described = Object.values(document.paths).flatMap((path) => Object.values(path) as Described[]);
const inputs = OPERATIONS.flatMap(({ body }) => (body ? [body.name] : []));

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema(document, "api");

/** Every object within a value, with the path to it. */
function* walk(value: unknown, path = ""): Generator<[string, Record<string, unknown>]> {
  if (typeof value !== "object" || value === null) return;
  yield [path, value as Record<string, unknown>];
  for (const [name, inner] of Object.entries(value)) yield* walk(inner, `${path}/${name}`);
}

test("no response is closed, so that a member of a later version breaks no client", () => {
  for (const [name, schema] of Object.entries(document.components.schemas))
    if (!inputs.includes(name))
      for (const [path, { additionalProperties }] of walk(schema, name))
        expect([path, additionalProperties]).not.toEqual([path, false]);
});

test("a closed schema is one of a request, and its name says so", () => {
  for (const [name, schema] of Object.entries(document.components.schemas))
    if ([...walk(schema)].some(([, { additionalProperties }]) => additionalProperties === false))
      expect(name).toMatch(/^New|(Changes|Input|Request)$/);
});

test("every reference leads to something", () => {
  for (const [, { $ref }] of walk(document))
    if (typeof $ref === "string") expect(ajv.getSchema(`api${$ref}`), $ref).toBeDefined();
});

test("parameters that are numbers, lists or choices say so", () => {
  const types = Object.fromEntries(
    described.flatMap(({ operationId, parameters }) =>
      parameters.map(({ name, schema }) => [`${operationId} ${name}`, schema]),
    ),
  );
  expect(types).toMatchObject({
    "listSnitches tags": { type: "array", items: { type: "string" } },
    "listSnitches stale": { type: "boolean" },
    "listRuns limit": { type: "integer", minimum: 1, maximum: 100 },
    "listIncidents status": { type: "string", enum: ["open", "closed"] },
    "listAuditEvents after": { type: "string", format: "uuid" },
    "showIncident id": { type: "string", format: "uuid" },
  });
});

test("every operation has an id of its own that reads as a method, and a tag that is described", () => {
  const ids = described.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(OPERATIONS.length);
  for (const id of ids) expect(id).toMatch(/^[a-z]+([A-Z][a-z]+)+$/);
  const tags = document.tags.map(({ name }) => name);
  for (const operation of described) expect(tags).toContain(operation.tags[0]);
});

test("a key is accepted in both ways, and every response of a key has its limits", () => {
  expect(document.security).toEqual([{ apiKey: [] }, { bearer: [] }]);
  for (const { operationId, responses, security } of described) {
    if (security) continue;
    const { 401: refused, 429: limited, 503: busy } = responses;
    expect(refused?.headers, operationId).toHaveProperty("WWW-Authenticate");
    expect(limited?.headers).toHaveProperty("Retry-After");
    expect(busy?.headers).toHaveProperty("Retry-After");
    const success = responses[200] ?? responses[204];
    expect(success?.headers).toHaveProperty("X-RateLimit-Remaining");
    for (const [status, response] of Object.entries(responses))
      expect([status, response.content !== undefined]).toEqual([status, !["204", "400"].includes(status)]);
  }
});

test("the event of every webhook is as described, and nothing of it is left out", () => {
  const isValid = ajv.getSchema("api#/components/schemas/WebhookEvent");
  expect(Object.keys(document.webhooks)).toEqual([
    "snitch.missing",
    "snitch.errored",
    "snitch.reporting",
    "snitch.paused",
  ]);
  for (const notification of Object.values(NOTIFICATIONS)) {
    const event = JSON.parse(writeMessage(webhook, notification));
    if (event) expect([isValid?.(event), isValid?.errors]).toEqual([true, null]);
  }
});

test.each(OPERATIONS.map((operation) => [operation.id, operation] as const))(
  "the examples of %s are what its schemas describe",
  (_, operation) => {
    const { method, path, body, response, example, isLines } = operation;
    const media = ["content", isLines ? "application/jsonl" : "application/json", "schema"];
    const pointer = (...parts: string[]) =>
      ["api#/paths", ...[path, method.toLowerCase(), ...parts, ...media].map(encode)].join("/");
    if (body) {
      expect(schemaOf(body, new Date()).safeParse(example?.body).error).toBeUndefined();
      expect(ajv.validate({ $ref: pointer("requestBody") }, example?.body), ajv.errorsText()).toBe(true);
    }
    const shown = JSON.parse(JSON.stringify(exampleResponse(operation) ?? null));
    if (!response || shown === null) return;
    expect(response.schema.parse(shown)).toEqual(shown);
    expect(ajv.validate({ $ref: pointer("responses", "200") }, shown), ajv.errorsText()).toBe(true);
  },
);

const encode = (part: string) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"));

test("the version is that of the product", () => expect(document.info.version).toBe(packageJson.version));
