import { z } from "zod";
import { presentedEvent } from "@/lib/audit/present";
import { presentedHint } from "@/lib/cases/hint-input";
import {
  createdApiKey,
  presentedApiKey,
  presentedSentryDsn,
  rotatedApiKey,
} from "@/lib/cases/present-api-key";
import { testResult } from "@/lib/channels/await-test";
import { presentedChannel } from "@/lib/channels/present";
import { presentedDone, presentedPlan } from "@/lib/configuration/answer";
import { presentedFoundRun } from "@/lib/history/search-outputs";
import { presentedIncident, presentedNote } from "@/lib/incidents/present";
import { presentedMachine } from "@/lib/machines/list";
import { presentedMaintenance } from "@/lib/maintenance/present";
import { presentedBadge } from "@/lib/pages/present-badge";
import { env } from "@/lib/platform/env";
import { presentedReplay } from "@/lib/replay/present";
import { presentedRun, presentedRunWithOutput } from "@/lib/runs/present";
import { presentedSnitch } from "@/lib/snitches/present";
import { schedulePreview } from "@/lib/snitches/preview-schedule";
import { ERRORS, internalErrorShape, refusalShape } from "./errors";
import { EXAMPLES, type Example } from "./examples";
import type { Operation } from "./operation";
import { presentedBySlug, presentedListBySlug } from "./present-by-slug";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const buildJsonContent = (schema: object, example?: unknown) => ({
  "application/json": { schema, ...(example !== undefined && { example }) },
});

const YAML = { "application/yaml": { schema: { type: "string" } } };

/** The OpenAPI document of these operations. Its request schemas are generated from the schemas that parse the requests. */
export function openApi(operations: Operation[]) {
  return {
    openapi: "3.1.1",
    info: {
      title: "Tattle",
      version: "1",
      description:
        "Manages the snitches of a case. Send the API key as the Basic user name. The password is ignored.",
    },
    servers: [{ url: env.APP_URL }],
    security: [{ apiKey: [] }],
    paths: describePaths(operations),
    components: {
      securitySchemes: {
        apiKey: { type: "http", scheme: "basic", description: "The API key is the user name." },
      },
      schemas: buildSchemas(operations),
    },
  };
}

function buildSchemas(operations: Operation[]) {
  const bodies = operations.flatMap(({ body }) =>
    body ? [[body.name, toJsonSchema(body.schema, "input")]] : [],
  );
  return {
    Snitch: toJsonSchema(presentedSnitch, "output"),
    Snitches: { type: "array", items: ref("Snitch") },
    KeptSnitch: toJsonSchema(presentedBySlug, "output"),
    KeptSnitches: toJsonSchema(presentedListBySlug, "output"),
    Tags: { type: "array", items: { type: "string" } },
    Run: toJsonSchema(presentedRunWithOutput, "output"),
    Runs: { type: "array", items: toJsonSchema(presentedRun, "output") },
    FoundRuns: { type: "array", items: toJsonSchema(presentedFoundRun, "output") },
    Incident: toJsonSchema(presentedIncident, "output"),
    IncidentNote: toJsonSchema(presentedNote, "output"),
    Incidents: { type: "array", items: ref("Incident") },
    Hints: { type: "array", items: toJsonSchema(presentedHint, "output") },
    Badge: toJsonSchema(presentedBadge, "output"),
    Badges: { type: "array", items: ref("Badge") },
    Machines: { type: "array", items: toJsonSchema(presentedMachine, "output") },
    Maintenance: toJsonSchema(presentedMaintenance, "output"),
    MaintenanceList: { type: "array", items: ref("Maintenance") },
    Channel: toJsonSchema(presentedChannel, "output"),
    Channels: { type: "array", items: ref("Channel") },
    ChannelTest: toJsonSchema(testResult, "output"),
    ReplayResult: toJsonSchema(presentedReplay, "output"),
    ApiKey: toJsonSchema(presentedApiKey, "output"),
    ApiKeys: { type: "array", items: ref("ApiKey") },
    CreatedApiKey: toJsonSchema(createdApiKey, "output"),
    RotatedApiKey: toJsonSchema(rotatedApiKey, "output"),
    AuditEvents: { type: "array", items: toJsonSchema(presentedEvent, "output") },
    SentryDsn: toJsonSchema(presentedSentryDsn, "output"),
    Schedule: toJsonSchema(schedulePreview, "output"),
    ConfigurationFile: { type: "object" },
    ConfigurationPlan: toJsonSchema(presentedPlan, "output"),
    AppliedConfiguration: toJsonSchema(presentedDone, "output"),
    Document: { type: "object" },
    ApiError: toJsonSchema(refusalShape, "output"),
    InternalError: toJsonSchema(internalErrorShape, "output"),
    ...Object.fromEntries(bodies),
  };
}

function toJsonSchema(schema: z.ZodType, io: "input" | "output") {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
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
  const example: Example = EXAMPLES[id];
  return {
    operationId: id,
    summary: title,
    description,
    ...(isPublic && { security: [] }),
    parameters: listParameters(operation),
    ...(body && {
      requestBody: {
        required: !body.optional,
        content: { ...buildJsonContent(ref(body.name), example.body), ...(operation.isYamlToo && YAML) },
      },
    }),
    responses: { ...successResponse(operation, example), ...errorResponses(operation) },
  };
}

function listParameters({ path, query }: Operation) {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  return [
    ...names.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } })),
    ...(query ?? []).map((parameter) => ({ ...parameter, in: "query", schema: { type: "string" } })),
  ];
}

function successResponse({ response, creates, body, isYamlToo }: Operation, example: Example) {
  if (!response) return { 204: { description: "The request succeeded. The response has no body." } };
  const content = {
    ...buildJsonContent(ref(response), example.response),
    ...(isYamlToo && !body && YAML),
  };
  return {
    200: { description: "The request succeeded.", content },
    ...(creates && { 201: { description: "The request succeeded, and created it.", content } }),
  };
}

function errorResponses({ errors, body, isPublic }: Operation) {
  if (isPublic) return {};
  const common = ["api_key_invalid", "rate_limited", "internal_server_error", "service_unavailable"];
  const documented = ERRORS.filter(({ type }) => (type ? [...common, ...errors].includes(type) : body));
  const responses: Record<number, object> = {};
  for (const { status } of documented) {
    const withStatus = documented.filter((error) => error.status === status);
    const description = withStatus
      .map(({ type, cause }) => (type ? `\`${type}\`: ${cause}` : cause))
      .join("\n\n");
    responses[status] = {
      description,
      ...(status !== 400 && {
        content: buildJsonContent(ref(status === 500 ? "InternalError" : "ApiError")),
      }),
    };
  }
  return responses;
}
