/** The part of JSON Schema that says where other schemas are. */
export type Schema = {
  $ref?: string;
  anyOf?: Schema[];
  type?: unknown;
  properties?: Record<string, Schema>;
  items?: Schema;
};

const short = Array.from({ length: 60 }, (_, i) => `t${i}`);

/** What a member could be by mistake. */
const WRONG: Record<string, unknown> = {
  null: null,
  "-0.5": -0.5,
  "empty text": "",
  "a word": "no such",
  "text with NUL": "a\0b",
  "20,000 characters": "x".repeat(20_000),
  "an empty list": [],
  "a list of a number": [7],
  "a list of 60 texts": short,
};

/** Bodies that `build` fills with what is wrong, by what that is. */
export const wrongBodies = (build: (value: unknown) => unknown, wrong = Object.keys(WRONG)) =>
  Object.fromEntries(wrong.map((name) => [`each member is ${name}`, build(WRONG[name])]));

/** A body whose members, and theirs, all have this value. They are sorted, so that the order of a schema does not matter. */
export function fill(schema: Schema, value: unknown, named: Record<string, Schema>): unknown {
  const resolved = schema.$ref ? (named[schema.$ref.split("/").at(-1) ?? ""] ?? {}) : schema;
  const choices = [resolved, ...(resolved.anyOf ?? [])];
  const members = choices.find(({ properties }) => properties)?.properties;
  if (members)
    return Object.fromEntries(
      Object.keys(members)
        .sort()
        .map((name) => [name, fill(members[name] ?? {}, value, named)]),
    );
  const items = choices.find((each) => each.type === "array")?.items;
  const filled = items && fill(items, value, named);
  return filled !== undefined && filled !== value ? [filled] : value;
}

/** The same, of the members that an object has. */
export function fillLike(example: unknown, value: unknown): unknown {
  if (Array.isArray(example))
    return example.length > 0 && typeof example[0] === "object"
      ? example.map((each) => fillLike(each, value))
      : value;
  if (typeof example !== "object" || example === null) return value;
  return Object.fromEntries(Object.entries(example).map(([name, each]) => [name, fillLike(each, value)]));
}
