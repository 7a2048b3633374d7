import { invalidAttribute } from "@/lib/platform/refusal";
import { readField, readSeconds } from "./form-seconds";
import type { AttributeReaders } from "./read-form";

/** How the attributes about runs are read from the fields of a form. A snitch with a calendar period has no field for a late start. */
export function runReaders(fields: Record<string, unknown>): AttributeReaders {
  const readMax = () => readSeconds("max_runtime", fields.max_runtime, 1);
  return {
    max_runtime: readMax,
    min_runtime: () => {
      const minRuntime = readSeconds("min_runtime", fields.min_runtime, 1);
      const maxRuntime = minRuntime === null ? null : readMax();
      if (minRuntime === null || maxRuntime === null || minRuntime < maxRuntime) return minRuntime;
      throw invalidAttribute("min_runtime", "must be less than the longest runtime");
    },
    start_grace: () => readSeconds("start_grace", fields.start_grace),
    expects: () => readField(fields.expects) || null,
    checks: () => readChecks(fields.checks),
  };
}

/** The checks of a field, one per line. */
export const readChecks = (field: unknown): string[] =>
  readField(field)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
