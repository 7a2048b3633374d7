import { Readable } from "node:stream";
import { giveWay } from "@/lib/http/request-turn";
import { log } from "@/lib/platform/log";

/** A response that is sent as its parts are made, no faster than they are read. If one fails, it is cut off instead of ended. */
export function linesResponse(parts: AsyncGenerator<Buffer>, headers: Record<string, string>): Response {
  const lines = Readable.from(logged(parts), { highWaterMark: 1 });
  return new Response(Readable.toWeb(lines) as ReadableStream<Uint8Array<ArrayBuffer>>, {
    headers: { "X-Content-Type-Options": "nosniff", "Cache-Control": "private, no-store", ...headers },
  });
}

async function* logged(parts: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    for await (const part of parts) {
      yield part;
      await giveWay();
    }
  } catch (err) {
    log.error({ err }, "a response was cut off, because a part of it failed");
    throw err;
  }
}
