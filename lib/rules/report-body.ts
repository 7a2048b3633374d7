/** What a body says: the exit status and the message, as far as it has them. */
export type BodyFields = { s?: string; m?: string };

const FORM = "application/x-www-form-urlencoded";

/** Control characters that no text has. Tab, line ends and what terminals use for colours and progress bars are missing here. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters.
const CONTROL = /[\0-\x07\x0e-\x1a\x1c-\x1f\x7f]/;
const INVALID_BYTES = /\ufffd/g;
const MAX_INVALID_SHARE = 0.1;

/** How a text begins that is, or was before it was cut, a JSON object or a list of them. */
const JSON_BEGINNING = /^\s*(\[\s*)?\{\s*"/;

/**
 * Reads a body, of which at most `maxBytes` were kept. JSON and forms are read; any other text is the message, whatever its
 * content type says, because clients such as curl label everything as a form.
 */
export function parseBody(contentType: string, body: string, maxBytes: number): BodyFields {
  const type = contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (type === "text/plain") return { m: body };
  if (body === "" || type.startsWith("multipart/")) return {};

  const isJson = type === "application/json" || type.endsWith("+json");
  if (isJson || /^\s*[[{]/.test(body)) {
    const fields = parseJson(body);
    if (fields) return fields;
    // Of a cut or broken document, a part would be noise.
    const isCut = Buffer.byteLength(body) >= maxBytes;
    if (JSON_BEGINNING.test(body) && (isJson || isCut)) return {};
  }
  return (type === FORM && parseForm(body)) || (isText(body) ? { m: body } : {});
}

/** The fields of a JSON value; null if the text is not JSON. `status` is not read, because Alertmanager sends its own. */
function parseJson(text: string): BodyFields | null {
  try {
    const value: unknown = JSON.parse(text);
    const m = typeof value === "object" && value !== null && "m" in value ? value.m : undefined;
    return typeof m === "string" ? { m } : {};
  } catch {
    return null;
  }
}

/** The fields of a form; null if it has neither `s` nor `m`, as a text that is only labelled as a form. */
function parseForm(text: string): BodyFields | null {
  const form = new URLSearchParams(text);
  const [s, m] = [form.get("s") ?? undefined, form.get("m") ?? undefined];
  return s === undefined && m === undefined ? null : { s, m };
}

/** Whether bytes that were decoded as UTF-8 are a text. A few invalid ones are a text in another encoding. */
function isText(decoded: string): boolean {
  if (CONTROL.test(decoded)) return false;
  const invalid = decoded.match(INVALID_BYTES)?.length ?? 0;
  return invalid <= decoded.length * MAX_INVALID_SHARE;
}
