import { formatBytes } from "../disk-space";
import { parseCheck, type Subject } from "./parse-check";
import type { Run } from "./run";
import { runDuration } from "./run-duration";
import { compareWithUsual, numberOf } from "./usual";

/** The number of a run that failed a comparison with earlier runs, and what was usual. */
export type Compared = { value: number; usual: number };

/** What a check that a run did not pass has compared; null if it compares with nothing earlier. */
export function findCompared(check: string, run: Run, usualRuns: readonly Run[]): Compared | null {
  const rule = parseCheck(check);
  if (!rule || "limit" in rule) return null;
  const value = numberOf(run, rule.subject);
  const { usual } = compareWithUsual(rule, usualRuns);
  return value === null || usual === null ? null : { value, usual };
}

/** “file_bytes was 0; usually about 4.2 GB”; empty for a check that compares with nothing earlier. */
export function formatComparison(check: string | null, compared: Compared | undefined): string {
  const rule = check && compared ? parseCheck(check) : null;
  if (!rule || !compared) return "";
  const was = `${rule.subject.replace("metric.", "")} was ${formatNumber(rule.subject, compared.value)}`;
  return "within" in rule
    ? `${was} in each of the last ${rule.within} runs`
    : `${was}; usually about ${formatNumber(rule.subject, compared.usual)}`;
}

/** “usually about 4.2 GB” or “learning, 3 of 5”; empty for a check that compares with nothing earlier, and for a number that changes. */
export function formatUsual(check: string, usualRuns: readonly Run[]): string {
  const rule = parseCheck(check);
  if (!rule || "limit" in rule) return "";
  const { usual, count, needed } = compareWithUsual(rule, usualRuns);
  if (count < needed) return `learning, ${count} of ${needed}`;
  return usual === null || "within" in rule ? "" : `usually about ${formatNumber(rule.subject, usual)}`;
}

/** “4.2 GB”, “1 h 5 min”, “8,120”: by the end of its name. */
function formatNumber(subject: Subject, number: number): string {
  if (number > 0 && /bytes$/i.test(subject)) return formatBytes(number);
  if (number > 0 && (subject === "duration" || /seconds$/i.test(subject))) return runDuration(number * 1_000);
  return number.toLocaleString("en", { maximumSignificantDigits: Math.abs(number) < 1_000 ? 3 : 6 });
}
