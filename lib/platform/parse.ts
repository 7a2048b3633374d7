import type { z } from "zod";
import { invalid, type Validation } from "./refusal";

/** Parses untrusted input. Refuses invalid input with one validation per problem; `attribute` names the input itself. */
export function parse<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  attribute = "body",
): z.output<Schema> {
  const result = schema.safeParse(input);
  if (!result.success) throw invalid(listValidations(result.error, attribute));
  return result.data;
}

// Problems inside a list are reported for the attribute with the list, and equal ones only once.
function listValidations({ issues }: z.ZodError, attribute: string): Validation[] {
  const validations = new Map<string, Validation>();
  for (const { path, message } of issues) {
    const validation = { attribute: typeof path[0] === "string" ? path[0] : attribute, message };
    validations.set(JSON.stringify(validation), validation);
  }
  return [...validations.values()];
}
