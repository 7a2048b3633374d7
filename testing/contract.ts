import { Ajv2020 } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { OPERATIONS } from "@/app/v1/operations";
import { openApi } from "@/lib/api/openapi";
import { normalizeRequest } from "@/lib/http/normalize-url";

/** The document leaves responses open for later versions. Of this one, every member is described. */
function close(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(close);
  if (typeof schema !== "object" || schema === null) return schema;
  const closed = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, close(value)]));
  const isObject = closed.type === "object" && closed.properties && closed.additionalProperties === undefined;
  return isObject ? { ...closed, additionalProperties: false } : closed;
}

const document = close(openApi(OPERATIONS)) as ReturnType<typeof openApi>;
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema(document, "api");

function toPathTemplate(url: string): string {
  const routed = { url };
  normalizeRequest(routed);
  return new URL(`http://localhost${routed.url}`).pathname
    .replace(/\/$/, "")
    .replace(/^(\/v1\/snitches\/slugs\/)[^/]+$/, "$1{slug}")
    .replace(/^(\/v1\/snitches\/)(?!slugs(?:\/\{slug\})?$)[^/]+/, "$1{token}")
    .replace(/^(\/v1\/(?:incidents|channels|api_keys|badges|notices)\/)[^/]+/, "$1{id}")
    .replace(/(\/tags\/)[^/]+$/, "$1{tag}")
    .replace(/(\/updates\/)[^/]+$/, "$1{update}")
    .replace(/(\/runs\/)[^/]+$/, "$1{id}")
    .replace(/^(\/v1\/pages\/)[^/]+/, "$1{slug}")
    .replace(/(\/subscribers\/)[^/]+$/, "$1{id}")
    .replace(/^\/status\/[^/]+\.json$/, "/status/{slug}.json")
    .replace(/^(\/v1\/machines\/)[^/]+$/, "$1{host}")
    .replace(/^(\/v1\/maintenance\/)[^/]+$/, "$1{id}");
}

const pointer = (...parts: (string | number)[]) =>
  parts
    .map((part) => `/${encodeURIComponent(String(part).replaceAll("~", "~0").replaceAll("/", "~1"))}`)
    .join("");

/** How a response differs from the OpenAPI document; null if it conforms. */
export function contractViolation(method: string, url: string, status: number, body: unknown): string | null {
  const path = toPathTemplate(url);
  const keys = [path, method.toLowerCase(), "responses", status] as const;
  const operation = (document.paths as Record<string, Record<string, { responses: object }>>)[path]?.[
    keys[1]
  ];
  if (!operation) return status === 404 || status === 405 ? null : `${method} ${path} is not an operation`;
  const documented = (operation.responses as Record<number, { content?: object }>)[status];
  if (!documented) return `${method} ${path} responds with ${status}, which is not documented`;
  if (!documented.content)
    return body === ""
      ? null
      : `${method} ${path} responds with ${status} and a body, but none is documented`;

  const isValid = ajv.getSchema(`api#/paths${pointer(...keys, "content", "application/json", "schema")}`);
  if (!isValid) throw new Error(`No schema for ${keys.join(" ")}`);
  return isValid(body) ? null : `${method} ${path} ${status}: ${ajv.errorsText(isValid.errors)}`;
}
