import { isUtf8 } from "node:buffer";
import { runInNewContext } from "node:vm";

const REPLACEMENT = "[redacted]";
const TIME_LIMIT_MS = 1_000;

/** What a value follows: `DB_PASSWORD=…`, `"api_key": "…"`, `--token …`. */
const SECRET_NAME = String.raw`[\w.-]*(?:passw(?:or)?d|passphrase|secret|token|credential|api[_-]?key|access[_-]?key|private[_-]?key)[\w.-]*`;

/** Keys and passwords as tools print them. Each may have one group: what stands before the secret, and is kept. */
const DEFAULT_PATTERNS = [
  String.raw`(\b${SECRET_NAME}["']?\s*[:=]\s*)(?:"[^"\n]*"|'[^'\n]*'|[^\s"',;&]+)`,
  String.raw`(--${SECRET_NAME}\s+)(?!-)\S+`,
  String.raw`(\b(?:Bearer|Basic)\s+)[\w.~+/=-]{8,}`,
  // The password of an address.
  String.raw`(\b[a-z][a-z\d+.-]*://[^\s/:@]*:)[^\s/@]+(?=@)`,
  // AWS, GitHub, GitLab, Slack, Stripe, Google, JSON Web Tokens.
  String.raw`\b(?:AKIA|ASIA)[A-Z\d]{16}\b`,
  String.raw`\b(?:gh[pousr]_|github_pat_|glpat-|xox[abprs]-|[rs]k_live_|AIza)[\w-]{10,}`,
  String.raw`\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*`,
  String.raw`-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)`,
];

/**
 * The output with what the patterns match replaced. Null if they take too long: then nothing leaves the machine. `isCut`: the
 * beginning is missing, and with it what would have shown that its first line has a secret.
 */
export function redact(output: Buffer, patterns: string[], isCut: boolean): Buffer | null {
  // Bytes that aren't UTF-8 are kept unchanged.
  const whole = isCut ? output.subarray(firstCharacter(output)) : output;
  const encoding = isUtf8(whole) ? "utf8" : "latin1";
  const text = whole.toString(encoding);
  const end = isCut ? text.indexOf("\n") : -1;
  const rest = end >= 0 ? text.slice(end + 1) : text;
  const redacted = replaceAll(rest, patterns);
  return redacted === null ? null : Buffer.from(redacted, encoding);
}

const firstCharacter = (output: Buffer) => {
  const start = output.subarray(0, 4).findIndex((byte) => (byte & 0xc0) !== 0x80);
  return Math.max(0, start);
};

/**
 * Replaces what the patterns match; of the default ones, the group is kept. In a context of its own, because nothing else ends an
 * expression that backtracks without end.
 */
function replaceAll(text: string, patterns: string[]): string | null {
  const script = `
    const cleaned = defaults.reduce((rest, pattern) => rest.replace(new RegExp(pattern, "gi"), (match, group) =>
      (typeof group === "string" ? group : "") + replacement), text);
    patterns.reduce((rest, pattern) => rest.replace(new RegExp(pattern, "g"), () => replacement), cleaned)`;
  const context = { text, patterns, defaults: DEFAULT_PATTERNS, replacement: REPLACEMENT };
  try {
    return String(runInNewContext(script, context, { timeout: TIME_LIMIT_MS }));
  } catch {
    return null;
  }
}
