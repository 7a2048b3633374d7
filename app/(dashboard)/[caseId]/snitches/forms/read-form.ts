import type { z } from "zod";
import { invalid, parse, Refusal, type Validation } from "@/lib/platform/refusal";
import { mapRows } from "@/lib/platform/setting";
import { ANY_SCHEDULE } from "@/lib/snitches/schedule-input";

/** How each attribute is read from a form. A reader refuses what its attribute cannot be made of. */
export type AttributeReaders = Record<string, () => unknown>;

/** What an attribute that cannot be read is taken for, so that the others are checked nevertheless. */
const STAND_INS: Record<string, unknown> = { schedule: ANY_SCHEDULE };

/** The attributes of a form by the schema. Refuses with all problems at once: each is shown next to its field. */
export function parseForm<Schema extends z.ZodType>(schema: Schema, readers: AttributeReaders) {
  const problems: Validation[] = [];
  const attempt = <Value>(work: () => Value) => {
    try {
      return { value: work() };
    } catch (error) {
      if (!(error instanceof Refusal) || !error.validations) throw error;
      const before = new Set(problems.map(({ attribute }) => attribute));
      problems.push(...error.validations.filter(({ attribute }) => !before.has(attribute)));
      return null;
    }
  };
  const attributes = mapRows(readers, (read, name) => {
    const attempted = attempt(read);
    return [name, attempted ? attempted.value : STAND_INS[name]];
  });
  const parsed = attempt(() => parse(schema, attributes));
  if (!parsed || problems.length > 0) throw invalid(problems);
  return parsed.value;
}
