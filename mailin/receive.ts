import type { Readable } from "node:stream";

/** How much of a message is read. Attachments most often follow the text. */
const MAX_READ_BYTES = 1_000_000;

/** A message, or its beginning, and how many bytes arrived. */
export type Received = { source: Buffer; bytes: number };

/** Reads a message in constant memory, however long it is. Throws if the client disconnects before its end: it sends it again. */
export async function receive(stream: Readable): Promise<Received> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const room = MAX_READ_BYTES - bytes;
    if (room > 0) chunks.push(chunk.subarray(0, room));
    bytes += chunk.length;
  }
  return { source: Buffer.concat(chunks), bytes };
}
