import { LastBytes } from "@/lib/http/last-bytes";
import { giveWay } from "@/lib/http/request-turn";
import { Refusal } from "@/lib/platform/refusal";

const MAX_BODY_BYTES = 1024 * 1024;

/** Most clients read the response only after they have sent the whole body, so up to this much is read and discarded. */
const MAX_DRAINED_BYTES = 32 * 1024 * 1024;

/**
 * The request's body as JSON, whatever its Content-Type. Undefined if the body is empty. Throws a `SyntaxError` if it is
 * malformed, and a refusal if it is too large.
 */
export async function readJson(request: Request, maxBytes?: number): Promise<unknown> {
  const text = await readText(request, maxBytes);
  return text.trim() === "" ? undefined : JSON.parse(text);
}

/** The request's body as text. Throws a `SyntaxError` if it is not UTF-8, and a refusal if it has more than `maxBytes`. */
export const readText = async (request: Request, maxBytes = MAX_BODY_BYTES): Promise<string> =>
  decodeText(await readBytes(request, maxBytes));

const MAX_FORM_BYTES = 4_096;

/** The fields of a form of a few lines. Throws a `SyntaxError` if they are not UTF-8, and a refusal if they are more than 4 KiB. */
export const readForm = async (request: Request): Promise<URLSearchParams> =>
  new URLSearchParams(await readText(request, MAX_FORM_BYTES));

/** The body of an operation that takes an object. No body, `null` and `[]` are an empty object: PHP encodes that as `[]`. */
export async function readObject(request: Request): Promise<unknown> {
  const value = (await readJson(request)) ?? {};
  return Array.isArray(value) && value.length === 0 ? {} : value;
}

/** The body of a request. Throws a refusal if it has more than `maxBytes`. */
// Counts the bytes itself, because `Content-Length` may be absent or wrong.
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  // One piece of memory, because a body that comes byte by byte would be as many objects as it has bytes.
  const tail = new LastBytes(maxBytes);
  const reader = request.body?.getReader();
  while (reader) {
    const { value } = await reader.read().catch(endedEarly);
    if (!value) break;
    tail.add(value);
    if (tail.total > MAX_DRAINED_BYTES) await reader.cancel();
  }
  // The turn of the request may have ended while it arrived.
  await giveWay();
  if (tail.total <= maxBytes) return tail.toBuffer();
  throw new Refusal(
    "request_too_large",
    `The body of your request is larger than ${sizeText(maxBytes)}. Send less.`,
  );
}

/** The client has disconnected, or took too long: a part of a change would be another change. No one reads the response. */
function endedEarly(): never {
  throw new SyntaxError("The body ended early.");
}

const sizeText = (bytes: number) =>
  bytes < MAX_BODY_BYTES ? `${bytes / 1024} KiB` : `${bytes / MAX_BODY_BYTES} MiB`;

function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new SyntaxError("The body is not UTF-8.");
  }
}
