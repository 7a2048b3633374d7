/** Words that begin a line, perhaps behind a time or the name of a program, or that stand in it as its level. */
const LEVEL =
  /(?:^|[\s[(<|"'=:])(?:fatal(?: error)?|panic|critical|crit|emerg|error|err|severe)(?:[\]>|)"']{0,3}:|\])(?!\s*(?:0|none|null|nil|false)\b)/i;
/** A level in capital letters needs no colon: “2026-03-10 ERROR no space left”. */
const CAPITAL_LEVEL = /(?:^|[\s[|])(?:ERROR|FATAL|CRITICAL|PANIC|SEVERE)(?=[\s\]|])/;
/** The name of an error of a program: “psycopg2.OperationalError: …”, “java.io.IOException”, “TypeError [ERR_X]: …”. */
const EXCEPTION =
  /^(?:Caused by: |Uncaught |Exception in thread "[^"]{0,100}" )?[\w.$\\]{1,200}(?<=Error|Exception|Failure|Interrupt|Exit)(?: \[\w{1,50}\])?(?::|$)/;
/** What shells, kernels and libraries say. */
const SAYINGS =
  /\b(?:segmentation fault|core dumped|out of memory|oom-?kill|killed$|command not found|no such file or directory|permission denied|no space left on device|disk quota exceeded|connection (?:refused|reset|timed out)|could not resolve host|name or service not known|no route to host|access denied|unhandled exception|stack overflow|assertion failed|operation timed out)/i;

const PATTERNS = [LEVEL, CAPITAL_LEVEL, EXCEPTION, SAYINGS];
/** Longer lines are data. It also bounds the time that the patterns take. */
const MAX_LENGTH = 500;

/**
 * The number of the line, from 0, that says why a run failed, as far as its words show it: the last one that names an error.
 * Null if none does.
 */
export function findFailingLine(lines: readonly string[]): number | null {
  for (let i = lines.length - 1; i >= 0; i -= 1) {
    const line = (lines[i] ?? "").slice(0, MAX_LENGTH);
    if (PATTERNS.some((pattern) => pattern.test(line))) return i;
  }
  return null;
}
