import { env } from "@/lib/platform/env";
import type { ReceivedBody } from "@/lib/rules/reports/received-body";
import { MAX_BODY_BYTES } from "@/lib/rules/reports/report";
import { LastBytes } from "./last-bytes";

/** Collects the parts of a stream of bytes that a `ReceivedBody` has. */
export class BodyParts {
  private readonly head = new LastBytes(MAX_BODY_BYTES);
  private readonly tail = new LastBytes(env.OUTPUT_LIMIT);

  get bytes(): number {
    return this.tail.total;
  }

  add(chunk: Uint8Array): void {
    const room = MAX_BODY_BYTES - this.head.total;
    if (room > 0) this.head.add(chunk.subarray(0, room));
    this.tail.add(chunk);
  }

  /** Nothing may be added afterwards. */
  toBody(): ReceivedBody {
    return { head: this.head.toBuffer(), tail: this.tail.toBuffer(), bytes: this.bytes };
  }
}
