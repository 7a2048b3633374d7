import { promisify } from "node:util";
import { deflateRaw } from "node:zlib";
import type { ReceivedBody } from "@/lib/rules/reports/received-body";

/** The end of what a run printed, compressed. It can be written as JSON. */
export type CompressedOutput = {
  /** How many bytes the run printed, and how many of them are kept. */
  bytes: number;
  keptBytes: number;
  /** The kept bytes, compressed with raw deflate, as base64. */
  data: string;
};

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
