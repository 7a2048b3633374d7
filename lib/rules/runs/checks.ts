import { isRelative, type Operator, parseCheck } from "./parse-check";
import { compareWithUsual, numberOf, type RunNumbers } from "./usual";

const COMPARE: Record<Operator, (value: number, limit: number) => boolean> = {
  "<": (value, limit) => value < limit,
  "<=": (value, limit) => value <= limit,
  ">": (value, limit) => value > limit,
  ">=": (value, limit) => value >= limit,
  "=": (value, limit) => value === limit,
  "!=": (value, limit) => value !== limit,
};

/**
 * The first of these checks that a finished run does not pass; null if it passes all. Those that compare it with `usualRuns`
 * (`listUsualRuns`) come last, so that a run that fails one of them has passed all others.
 */
export const findFailedCheck = (checks: string[], run: RunNumbers, usualRuns: readonly RunNumbers[]) =>
  checks.find((text) => !isRelative(text) && !passes(text, run, [])) ??
  checks.find((text) => isRelative(text) && !passes(text, run, usualRuns)) ??
  null;

/** A metric that was not sent passes only a comparison with earlier runs; a duration that is not known passes any. */
function passes(text: string, run: RunNumbers, usualRuns: readonly RunNumbers[]): boolean {
  const check = parseCheck(text);
  const value = check && numberOf(run, check.subject);
  if (!check || value === null) return check?.subject === "duration" || isRelative(text);
  if ("limit" in check) return COMPARE[check.operator](value, check.limit);
  const { usual } = compareWithUsual(check, usualRuns);
  if (usual === null) return true;
  // Nothing is a part of nothing.
  if ("percent" in check) return usual <= 0 || COMPARE[check.operator](value, (usual * check.percent) / 100);
  return value !== usual;
}
