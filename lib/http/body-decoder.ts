import type { Transform } from "node:stream";
import { constants, createGunzip, createInflate, createInflateRaw, type ZlibOptions } from "node:zlib";
import { BodyParts } from "./body-parts";

/** A few kilobytes can be compressed from gigabytes. What is beyond this is discarded. */
const MAX_DECODED_BYTES = 64 * 1024 ** 2;

const CHUNK_BYTES = 64 * 1024;

// A body that ends too soon is decoded as far as it arrived.
const OPTIONS: ZlibOptions = { finishFlush: constants.Z_SYNC_FLUSH, chunkSize: CHUNK_BYTES };

const METHOD_MASK = 0x0f;
const METHOD_DEFLATE = 8;
/** Some clients take “deflate” by its name and send it without the header that HTTP asks for. */
const inflateFor = (firstByte: number) =>
  (firstByte & METHOD_MASK) === METHOD_DEFLATE ? createInflate(OPTIONS) : createInflateRaw(OPTIONS);

// Not Brotli: 67 bytes of it decode to 80 MB, before anyone knows whether the token exists.
// A Map, because the name comes from outside and could be that of a method of all objects.
const DECODERS = new Map<string, (firstByte: number) => Transform>([
  ["gzip", () => createGunzip(OPTIONS)],
  ["x-gzip", () => createGunzip(OPTIONS)],
  ["deflate", inflateFor],
]);

/** Decodes a compressed body while it arrives, in constant memory. */
export class BodyDecoder {
  readonly decoded = new BodyParts();
  private failed = false;
  private readonly stream: Transform;
  private readonly closed: Promise<void>;

  private constructor(stream: Transform) {
    this.stream = stream;
    this.closed = new Promise((resolve) => void stream.once("close", resolve));
    stream.on("error", () => (this.failed = true));
    stream.on("data", (chunk: Buffer) => {
      const room = MAX_DECODED_BYTES - this.decoded.bytes;
      this.decoded.add(chunk.subarray(0, room));
      if (chunk.length >= room) stream.destroy();
    });
  }

  /** A decoder for a body of this Content-Encoding that begins with this byte; null if it is not a known compression. */
  static for(contentEncoding: string, firstByte: number): BodyDecoder | null {
    const create = DECODERS.get(contentEncoding.trim().toLowerCase());
    return create ? new BodyDecoder(create(firstByte)) : null;
  }

  /** Resolves when the chunk is decoded, so that a client that is faster than the decoder has to wait. */
  async add(chunk: Uint8Array): Promise<void> {
    if (this.stream.destroyed) return;
    const write = new Promise<void>((resolve) => void this.stream.write(chunk, () => resolve()));
    await Promise.race([write, this.closed]);
  }

  /** Decodes the rest, and returns whether everything could be decoded. */
  async end(): Promise<boolean> {
    if (!this.stream.destroyed) this.stream.end();
    await this.closed;
    return !this.failed;
  }
}
