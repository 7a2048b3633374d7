import { invalid } from "@/lib/platform/refusal";
import { readField, readSeconds } from "./form-seconds";

type Fields = Record<string, unknown>;

/** The fields of a form about runs, as the API’s attributes. A job without a schedule has no time at which a run starts. */
export function readRunAttributes({ kind, max_runtime, min_runtime, start_grace, expects, checks }: Fields) {
  const maxRuntime = readSeconds("max_runtime", max_runtime, 1);
  const minRuntime = readSeconds("min_runtime", min_runtime, 1);
  if (maxRuntime !== null && minRuntime !== null && minRuntime >= maxRuntime) {
    throw invalid([{ attribute: "min_runtime", message: "must be less than the longest runtime" }]);
  }
  return {
    max_runtime: maxRuntime,
    min_runtime: minRuntime,
    start_grace: kind === "schedule" ? readSeconds("start_grace", start_grace) : null,
    expects: readField(expects) || null,
    checks: readField(checks)
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== ""),
  };
}
