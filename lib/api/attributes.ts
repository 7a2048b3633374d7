export type Attribute = { name: string; type: string; isRequired: boolean; description: string };

type JsonSchema = {
  type?: string | string[];
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  enum?: string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  description?: string;
};

/** Describes the attributes of an object's JSON schema for the reference page. */
export function listAttributes(schema: JsonSchema): Attribute[] {
  return Object.entries(schema.properties ?? {}).map(([name, attribute]) => ({
    name,
    type: formatType(attribute),
    isRequired: schema.required?.includes(name) ?? false,
    description: [attribute.description, formatValues(attribute)].filter(Boolean).join(" "),
  }));
}

function formatType({ type, anyOf, items }: JsonSchema): string {
  if (anyOf) return anyOf.map(formatType).join(" or ");
  if (Array.isArray(type)) return type.join(" or ");
  return items ? `list of ${formatType(items)}s` : (type ?? "anything");
}

const formatValues = (schema: JsonSchema) =>
  schema.enum && `One of ${schema.enum.map((value) => `\`${value}\``).join(", ")}.`;
