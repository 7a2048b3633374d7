/**
 * The last bytes of a stream, at most `limit`. Its memory grows with what arrives, up to the limit, and each byte is copied a
 * bounded number of times, however small the chunks are.
 */
export class LastBytes {
  private ring = Buffer.alloc(0);
  /** How many bytes have arrived. */
  total = 0;

  constructor(private readonly limit: number) {}

  add(chunk: Uint8Array): void {
    this.grow(this.total + chunk.length);
    const last = chunk.subarray(Math.max(0, chunk.length - this.ring.length));
    this.total += chunk.length;
    if (last.length === 0) return;
    const start = (this.total - last.length) % this.ring.length;
    const untilEnd = last.subarray(0, this.ring.length - start);
    this.ring.set(untilEnd, start);
    this.ring.set(last.subarray(untilEnd.length), 0);
  }

  /** The bytes, in the order in which they arrived. Nothing may be added afterwards. */
  toBuffer(): Buffer {
    if (this.total <= this.ring.length) return this.ring.subarray(0, this.total);
    const start = this.total % this.ring.length;
    return Buffer.concat([this.ring.subarray(start), this.ring.subarray(0, start)]);
  }

  /** Until the limit is reached, the ring is long enough for all bytes, so that none of them has wrapped around. */
  private grow(needed: number): void {
    const { length } = this.ring;
    if (needed <= length || length === this.limit) return;
    const grown = Buffer.allocUnsafe(Math.min(this.limit, Math.max(needed, 2 * length)));
    grown.set(this.ring.subarray(0, this.total));
    this.ring = grown;
  }
}
