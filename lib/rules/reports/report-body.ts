import { parseJson } from "@/lib/rules/parse-json";
import { isRunParameter } from "@/lib/rules/runs/signal";
import { AGE_PARAMETER } from "./age";
import { isResolvedAlert } from "./resolved-alert";

/** What a body says: its parameters, or the text that it is; both are empty if it is neither. */
export type ParsedBody = { parameters: Map<string, string>; text: string; isResolvedAlert?: boolean };

const FORM = "application/x-www-form-urlencoded";

/** Control characters that no text has. Tab, line ends and what terminals use for colours and progress bars are missing here. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters.
const CONTROL = /[\0-\x07\x0e-\x1a\x1c-\x1f\x7f]/;
const INVALID_BYTES = /\ufffd/g;
const MAX_INVALID_SHARE = 0.1;

/** How a text begins that is, or was before it was cut, a JSON object or a list of them. */
const JSON_BEGINNING = /^\s*(\[\s*)?\{\s*"/;

const NO_PARAMETERS: Map<string, string> = new Map();
const NOTHING: ParsedBody = { parameters: NO_PARAMETERS, text: "" };

const toTextBody = (text: string): ParsedBody => ({ parameters: NO_PARAMETERS, text });

/**
 * Reads a body, of which at most `maxBytes` were kept. JSON and forms are read; any other text is a message or an output,
 * whatever its content type says, because clients such as curl label everything as a form. `isOutput`: an output is expected,
 * in which `s=` or `m=` may stand anywhere.
 */
export function parseBody(contentType: string, body: string, maxBytes: number, isOutput = false): ParsedBody {
  const type = contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (type === "text/plain") return toTextBody(body);
  if (body === "" || type.startsWith("multipart/")) return NOTHING;

  const isJson = type === "application/json" || type.endsWith("+json");
  if (isJson || /^\s*[[{]/.test(body)) {
    const value = parseJson(body);
    if (value !== undefined)
      return { parameters: readMembers(value), text: "", isResolvedAlert: isResolvedAlert(value) };
    // Part of a truncated or broken document would be noise.
    const isCut = Buffer.byteLength(body) >= maxBytes;
    if (JSON_BEGINNING.test(body) && (isJson || isCut)) return NOTHING;
  }
  const form = type === FORM ? parseForm(body, isOutput) : null;
  if (form) return { parameters: form, text: "" };
  return isText(body) ? toTextBody(body) : NOTHING;
}

/** Whether a parameter means something alongside `s` and `m`. */
const isParameter = (name: string) => name === AGE_PARAMETER || isRunParameter(name);

/**
 * The parameters of a JSON value. `s` and `status` are not read, because other programs send their own, and `age` only if all
 * members are our parameters. Metrics may also stand in an object `metric`, and in `metrics` if it has only numbers and all
 * members are ours.
 */
function readMembers(value: unknown): Map<string, string> {
  if (typeof value !== "object" || value === null) return NO_PARAMETERS;
  const { metric, metrics, ...members } = value as Record<string, unknown>;
  const toMetrics = (some: unknown) =>
    typeof some === "object" && some !== null
      ? Object.entries(some).map(([name, number]) => [`metric.${name}`, number] as const)
      : [];
  const numbers = toMetrics(metrics);
  const isNumbers =
    metrics === undefined || (!Array.isArray(metrics) && numbers.every(([, one]) => typeof one === "number"));
  const others = [...Object.entries(members), ...toMetrics(metric)];
  const isOurs = isNumbers && others.every(([name]) => name === "m" || isParameter(name));
  const all = isOurs ? [...others, ...numbers] : others;
  return new Map(
    all.flatMap(([name, member]) => {
      if (name === "m") return typeof member === "string" ? [[name, member]] : [];
      if (!(isOurs ? isParameter(name) : isRunParameter(name))) return [];
      return typeof member === "string" || typeof member === "number" ? [[name, String(member)]] : [];
    }),
  );
}

/**
 * The parameters of a form; null if it has none that mean something, as a text that is only labelled as a form. A text can
 * begin like `host=`: without `s` and `m`, all of it must be such parameters. `&` alone has none.
 */
function parseForm(text: string, isOutput: boolean): Map<string, string> | null {
  const form = [...new URLSearchParams(text)];
  const isForm =
    (isOutput ? form.slice(0, 1) : form).some(([name]) => name === "s" || name === "m") ||
    (form.length > 0 && !/\s/.test(text) && form.every(([name]) => isParameter(name)));
  return isForm ? pickFirstValues(form) : null;
}

/** The first value of each parameter. */
export function pickFirstValues(entries: Iterable<[string, string]>): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const [name, value] of entries) if (!parameters.has(name)) parameters.set(name, value);
  return parameters;
}

/** Whether bytes that were decoded as UTF-8 are a text. A few invalid ones are a text in another encoding. */
function isText(decoded: string): boolean {
  if (CONTROL.test(decoded)) return false;
  const invalid = decoded.match(INVALID_BYTES)?.length ?? 0;
  return invalid <= decoded.length * MAX_INVALID_SHARE;
}
