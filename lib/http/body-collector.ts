import { NO_BODY, type ReceivedBody } from "@/lib/rules/reports/received-body";
import { BodyDecoder } from "./body-decoder";
import { BodyParts } from "./body-parts";

/**
 * Collects a request's body in constant memory, however long it is. A compressed body is decoded; one that cannot be decoded
 * is kept as it came.
 */
export class BodyCollector {
  private received: BodyParts | null = null;
  private decoder: BodyDecoder | null = null;

  constructor(private readonly contentEncoding: string) {}

  /** Adds a chunk. If it returns a promise, the next chunk should wait for it. */
  add(chunk: Uint8Array): void | Promise<void> {
    if (chunk.length === 0) return;
    if (!this.received) {
      this.received = new BodyParts();
      if (this.contentEncoding) this.decoder = BodyDecoder.for(this.contentEncoding, chunk[0] ?? 0);
    }
    this.received.add(chunk);
    return this.decoder?.add(chunk);
  }

  /** The body, as far as it has arrived. Nothing may be added afterwards. */
  async end(): Promise<ReceivedBody> {
    if (!this.received) return NO_BODY;
    const isDecoded = await this.decoder?.end();
    return (isDecoded && this.decoder ? this.decoder.decoded : this.received).toBody();
  }
}
