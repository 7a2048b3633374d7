import { Refusal } from "@/lib/platform/refusal";

/** The path to a part of a file: `["snitches", 3, "schedule"]`. */
export type Path = (string | number)[];

/** A problem in a part of a file. */
export type Problem = { path: Path; message: string };

/** A path as people read it: `snitches[3].schedule`. */
export const formatPath = (path: Path): string =>
  path
    .map((step, i) => (typeof step === "number" ? `[${step}]` : `${i > 0 ? "." : ""}${shortened(step)}`))
    .join("");

const shortened = (text: string) => (text.length > 60 ? `${text.slice(0, 59).toWellFormed()}…` : text);

/** Runs a check. What it refuses becomes problems of the part at `path`; other errors are thrown. */
export function collectProblems(path: Path, check: () => unknown): Problem[] {
  try {
    check();
    return [];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (!error.validations) return [{ path, message: error.message }];
    return error.validations.map(({ attribute, message }) => ({
      path: [...path, ...attribute.split(".")],
      message,
    }));
  }
}
