import type { z } from "zod";

export type RefusalType =
  | "api_key_invalid"
  | "plan_limit_reached"
  | "account_on_hold"
  | "resource_not_found"
  | "method_not_allowed"
  | "request_too_large"
  | "plan_changed"
  | "resource_invalid"
  | "rate_limited"
  | "service_unavailable";

export type Validation = { attribute: string; message: string };

/** A "no" that the caller can act on. Anything else that is thrown is a bug. */
export class Refusal extends Error {
  override readonly name = "Refusal";

  // Next.js loads this module more than once, and what one copy throws is caught by another.
  static [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "Refusal";
  }

  constructor(
    readonly type: RefusalType,
    message: string,
    readonly validations?: Validation[],
  ) {
    super(message);
  }
}

export const notFound = (what: string) => new Refusal("resource_not_found", `No such ${what}.`);

export const invalid = (validations: Validation[]) =>
  new Refusal("resource_invalid", "Some attributes are missing or invalid.", validations);

export const invalidAttribute = (attribute: string, message: string) => invalid([{ attribute, message }]);

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
