import type { z } from "zod";
import { invalid, type Validation } from "@/lib/platform/refusal";

/** Parses input from outside, or refuses it with one validation for each thing that is wrong with an attribute. */
export function parse<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  attribute = "body",
): z.output<Schema> {
  const result = schema.safeParse(input);
  if (!result.success) throw invalid(validationsOf(result.error, attribute));
  return result.data;
}

/** What is wrong inside a list is said of the attribute that holds the list, and once. */
function validationsOf({ issues }: z.ZodError, attribute: string): Validation[] {
  const said = new Map<string, Validation>();
  for (const { path, message } of issues) {
    const validation = { attribute: typeof path[0] === "string" ? path[0] : attribute, message };
    said.set(JSON.stringify(validation), validation);
  }
  return [...said.values()];
}
