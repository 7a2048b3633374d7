import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import type { CheckInRequest } from "@/lib/check-ins/handle";

const decompress = promisify(brotliDecompress);

/** A few bytes can be compressed from gigabytes. */
const MAX_DECODED_BYTES = 1024 ** 2;

/** The body as far as it is kept, decoded. Empty if it cannot be decoded. */
export async function readBody(request: CheckInRequest): Promise<Buffer> {
  const { head, tail, bytes } = await request.body();
  const body = bytes > head.length && bytes <= tail.length ? tail : head;
  // The servers decode the other encodings while the body arrives.
  if (request.header("content-encoding").trim().toLowerCase() !== "br") return body;
  return decompress(body, { maxOutputLength: MAX_DECODED_BYTES }).catch(() => Buffer.alloc(0));
}
