import { z } from "zod";
import type { Described, Operation } from "./operation";

/** What a required field without an example has in one, by its type. A choice has its first value. */
const EMPTY: Record<string, unknown> = {
  string: "",
  number: 0,
  boolean: false,
  nullable: null,
  array: [],
  record: {},
};

/** An example of what a schema describes, from the examples of its fields. What may be absent, and has none, is absent. */
function exampleOf(schema: z.ZodType): unknown {
  const example = findExample(schema);
  if (example !== undefined) return example;
  return schema instanceof z.ZodEnum ? schema.options[0] : EMPTY[schema.type];
}

/** Undefined if nothing of it has an example. */
function findExample(schema: z.ZodType): unknown {
  const [example] = (schema.meta()?.examples as unknown[]) ?? [];
  if (example !== undefined) return example;
  if (schema instanceof z.ZodUnion) return findExample(schema.options[0] as z.ZodType);
  if (schema instanceof z.ZodArray) {
    const entry = findExample(schema.element as z.ZodType);
    return entry === undefined ? undefined : [entry];
  }
  if (!(schema instanceof z.ZodObject)) return undefined;
  const fields = Object.entries(schema.shape as Record<string, z.ZodType>);
  if (fields.every(([, field]) => findExample(field) === undefined)) return undefined;
  return Object.fromEntries(fields.map(([name, field]) => [name, exampleOf(field)]));
}

/** Removes examples from a schema that is shown with one for the whole, or with none. */
export function omitExamples({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  delete jsonSchema.examples;
}

/** The body of the response in the example of an operation; undefined if none is shown. */
export function exampleResponse({ response, example = {} }: Described): unknown {
  if (!response || Array.isArray(example.response)) return example.response;
  const body = exampleOf(response.schema);
  return example.response ? { ...(body as object), ...example.response } : body;
}

/** The address of the example of an operation. A parameter that it does not name is that of the first entry of the list above it. */
export function exampleUrl({ path, example = {} }: Operation, operations: Operation[]): string {
  const query = new URLSearchParams(example.query).toString();
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string, at: number) => {
    const list = operations.find((each) => each.method === "GET" && each.path === path.slice(0, at - 1));
    const [entry] = list && !example.path?.[name] ? (exampleResponse(list) as Record<string, string>[]) : [];
    return example.path?.[name] ?? entry?.[name] ?? "";
  });
  return query === "" ? filled : `${filled}?${query}`;
}

/** A text as one word of a shell. */
export const shellQuote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** The curl command for the example of an operation at this address. Without a key it sends no authorization. */
export function buildCurlCommand({ method, example }: Operation, url: string, key: string | null): string {
  const options = [...(method === "GET" ? [] : [`-X ${method}`]), ...(key === null ? [] : [`-u ${key}:`])];
  const body =
    example?.body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${shellQuote(JSON.stringify(example.body))}`];
  return [["curl", ...options, shellQuote(url)].join(" "), ...body].join(" \\\n  ");
}
