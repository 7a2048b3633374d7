export type Attribute = { name: string; type: string; isRequired: boolean; description: string };

type Schema = {
  type?: string | string[];
  anyOf?: Schema[];
  items?: Schema;
  enum?: string[];
  properties?: Record<string, Schema>;
  required?: string[];
  description?: string;
};

/** The attributes of an object's JSON schema, in words. */
export function attributesOf(schema: Schema): Attribute[] {
  return Object.entries(schema.properties ?? {}).map(([name, attribute]) => ({
    name,
    type: typeOf(attribute),
    isRequired: schema.required?.includes(name) ?? false,
    description: [attribute.description, valuesOf(attribute)].filter(Boolean).join(" "),
  }));
}

function typeOf({ type, anyOf, items }: Schema): string {
  if (anyOf) return anyOf.map(typeOf).join(" or ");
  if (Array.isArray(type)) return type.join(" or ");
  return items ? `list of ${typeOf(items)}s` : (type ?? "anything");
}

const valuesOf = (schema: Schema) =>
  schema.enum && `One of ${schema.enum.map((value) => `\`${value}\``).join(", ")}.`;
