/** A part of an envelope: an error, a session, a check-in, … */
export type EnvelopeItem = { type: string; payload: Buffer };

export type Envelope = { header: Record<string, unknown>; items: EnvelopeItem[] };

const LINE_FEED = 0x0a;

/**
 * Parses Sentry’s envelopes: a line of JSON, and for each item another one and its payload, which has the `length` that is
 * given, or ends with its line. Null if the first line is not a JSON object. Items from the first malformed or incomplete one
 * on are left out, because the others must not be lost with it.
 */
export function parseEnvelope(bytes: Buffer): Envelope | null {
  const first = lineAt(bytes, 0);
  const header = objectFrom(first.line);
  if (!header) return null;
  const items: EnvelopeItem[] = [];
  let at = first.next;
  while (at < bytes.length) {
    const { line, next } = lineAt(bytes, at);
    if (isBlank(line)) {
      at = next;
      continue;
    }
    const itemHeader = objectFrom(line);
    const end = itemHeader && endOfPayload(bytes, next, itemHeader.length);
    if (!itemHeader || end === null) break;
    items.push({ type: String(itemHeader.type ?? ""), payload: bytes.subarray(next, end) });
    at = end + 1;
  }
  return { header, items };
}

function lineAt(bytes: Buffer, start: number): { line: Buffer; next: number } {
  const end = endOfLine(bytes, start);
  return { line: bytes.subarray(start, end), next: Math.min(end + 1, bytes.length) };
}

function endOfLine(bytes: Buffer, start: number): number {
  const end = bytes.indexOf(LINE_FEED, start);
  return end < 0 ? bytes.length : end;
}

/** Null if the payload is incomplete, or does not end with its line. */
function endOfPayload(bytes: Buffer, start: number, length: unknown): number | null {
  if (length === undefined || length === null) return endOfLine(bytes, start);
  if (typeof length !== "number" || !Number.isSafeInteger(length) || length < 0) return null;
  const end = start + length;
  return end === bytes.length || bytes[end] === LINE_FEED ? end : null;
}

const isBlank = (line: Buffer) => line.every((byte) => byte === 0x0d || byte === 0x20 || byte === 0x09);

/** The JSON object in a text; null if it is anything else. */
export function objectFrom(text: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text.toString("utf8"));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
