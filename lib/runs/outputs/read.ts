import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { inflateRaw } from "node:zlib";
import { query } from "@/lib/platform/db";
import { SECOND_MS } from "@/lib/rules/durations";
import { outputText } from "@/lib/rules/runs/output-text";
import { openOutputBucket } from "./open-bucket";

type Output = {
  /** What can be shown of it. */
  text: string;
  /** The kept bytes, as the run printed them. */
  data: Buffer;
  /** How many bytes the run printed, and how many of them are kept. */
  bytes: number;
  keptBytes: number;
};

type Row = { id: string; data: Buffer | null; location: string | null; bytes: number; keptBytes: number };

/** A person waits for the page. */
const BUCKET_TIMEOUT_MS = 10 * SECOND_MS;

const decompress = promisify(inflateRaw);

/**
 * Reads an output, wherever it is stored; null if it is no longer kept. Throws if its bucket is unreachable. The caller
 * must have found the id in a run that the reader may see.
 */
export const readOutput = async (id: string): Promise<Output | null> =>
  (await openOutputs([id]))[0]?.read() ?? null;

/** Finds the outputs that are kept, in one statement. Each is decompressed, or read from its bucket, when it is asked for. */
export async function openOutputs(
  ids: string[],
): Promise<{ id: string; read: () => Promise<Output | null> }[]> {
  const rows = await query<Row>(
    `SELECT id, data, location, bytes, kept_bytes AS "keptBytes" FROM outputs WHERE id = ANY ($1::uuid[])`,
    [ids],
  );
  return rows.map((row) => ({ id: row.id, read: () => readRow(row) }));
}

async function readRow({ data: stored, location, bytes, keptBytes }: Row): Promise<Output | null> {
  const compressed = stored ?? (location && (await readObject(location)));
  if (!compressed) return null;
  const data = await decompress(compressed);
  return { text: outputText(data, bytes), data, bytes, keptBytes };
}

/** The content of an object; null if the bucket does not have it. */
async function readObject(location: string): Promise<Buffer | null> {
  const bucket = await openOutputBucket();
  if (!bucket) throw new Error(`The output ${location} is in a bucket, but OUTPUT_S3_URL is not set.`);
  try {
    return await buffer(await bucket.read(location, AbortSignal.timeout(BUCKET_TIMEOUT_MS)));
  } catch (error) {
    if ((error as Error).name === "NoSuchKey") return null;
    throw error;
  }
}
