import { Refusal } from "@/lib/platform/refusal";

const MAX_BODY_BYTES = 1024 * 1024;

/** Most clients hear an answer only once they have sent everything: what is too much is read on, and dropped. */
const MAX_DRAINED_BYTES = 32 * 1024 * 1024;

/**
 * The JSON that a request carries, whatever it is labelled; undefined when it carries none. Throws a `SyntaxError`
 * when it is malformed.
 */
export async function readJson(request: Request): Promise<unknown> {
  const text = textOf(await readBytes(request));
  return text.trim() === "" ? undefined : JSON.parse(text);
}

/** `Content-Length` may be absent or wrong: what counts is what comes. */
async function readBytes(request: Request): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  while (reader) {
    const { value } = await reader.read();
    if (!value) break;
    size += value.length;
    if (size <= MAX_BODY_BYTES) chunks.push(value);
    if (size > MAX_DRAINED_BYTES) await reader.cancel();
  }
  if (size <= MAX_BODY_BYTES) return Buffer.concat(chunks);
  throw new Refusal("request_too_large", "The body of your request is larger than 1 MiB. Send less.");
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new SyntaxError("The body is not UTF-8.");
  }
}
