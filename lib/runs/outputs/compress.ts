import { promisify } from "node:util";
import { deflateRaw } from "node:zlib";
import type { CompressedOutput } from "@/lib/rules/reports/check-in";
import type { ReceivedBody } from "@/lib/rules/reports/received-body";

const compress = promisify(deflateRaw);

/** Compresses the end of a body; null if there is nothing to keep. */
export async function compressOutput({ tail, bytes }: ReceivedBody): Promise<CompressedOutput | null> {
  if (tail.length === 0) return null;
  // The column is a 32-bit number.
  return {
    bytes: Math.min(bytes, 2 ** 31 - 1),
    keptBytes: tail.length,
    data: (await compress(tail)).toString("base64"),
  };
}
