/** Keeps the last bytes of what a job prints, in a buffer that does not grow. */
export class Tail {
  #buffer: Buffer;
  #length = 0;
  #next = 0;
  #total = 0;

  constructor(capacity: number) {
    this.#buffer = Buffer.allocUnsafe(capacity);
  }

  /** All that was printed, in bytes. */
  get total() {
    return this.#total;
  }

  add(chunk: Buffer): void {
    this.#total += chunk.length;
    const { length: capacity } = this.#buffer;
    const end = chunk.subarray(Math.max(0, chunk.length - capacity));
    const first = Math.min(end.length, capacity - this.#next);
    end.copy(this.#buffer, this.#next, 0, first);
    end.copy(this.#buffer, 0, first);
    this.#next = (this.#next + end.length) % capacity;
    this.#length = Math.min(capacity, this.#length + end.length);
  }

  read(): Buffer {
    if (this.#length < this.#buffer.length) return this.#buffer.subarray(0, this.#length);
    return Buffer.concat([this.#buffer.subarray(this.#next), this.#buffer.subarray(0, this.#next)]);
  }
}
