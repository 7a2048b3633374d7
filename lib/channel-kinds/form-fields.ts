import { z } from "zod";
import { findKind } from "./find";

/** A setting of a channel, as a form shows it. */
export type FormField = {
  name: string;
  title: string;
  /** Where to find it. `Backticks` mark code. */
  description: string;
  example: string;
  isSecret: boolean;
  isOptional: boolean;
  /** Whether it has several lines. */
  isLong: boolean;
  /** The values to choose from, the default first. Empty if any text will do. */
  choices: string[];
  /** What a new channel has unless something else is entered. Empty if that has to be entered. */
  preset: string;
};

/** The settings of a kind, in the order of its form. Throws if there is no such kind. */
export function listFormFields(kindName: string): FormField[] {
  const { settings, secrets } = findKind(kindName);
  const schema = z.toJSONSchema(settings, { io: "input", unrepresentable: "any" });
  return Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const { enum: choices, default: preset } = property as z.core.JSONSchema.BaseSchema;
    // Not from the JSON schema, which leaves out the examples of what is transformed.
    const { title, description, examples, isLong } = settings.shape[name]?.meta() ?? {};
    return {
      name,
      title: title ?? name,
      description: description ?? "",
      example: String((examples as string[] | undefined)?.[0] ?? ""),
      isSecret: secrets.includes(name),
      isLong: isLong === true,
      isOptional: preset === undefined && !schema.required?.includes(name),
      preset: String(preset ?? ""),
      choices: (choices ?? []).map(String),
    };
  });
}
