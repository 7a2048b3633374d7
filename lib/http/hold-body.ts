import type { IncomingMessage } from "node:http";
import type { ByteBudget } from "./byte-budget";

/** What became of a body that was held: `gone` means that the client disconnected before its end. */
export type HeldBody = "complete" | "too large" | "too slow" | "no room" | "gone";

/** How many bytes of each body are free: no more than its head may have, and as much as a form to sign in needs. */
export const FREE_BYTES = 4 * 1024;

export type HoldLimits = {
  maxBytes: number;
  /** Held bytes count here until `release`, but for the first of each body. */
  budget: ByteBudget;
  /** Whose bytes they are. */
  who: string;
  /** How many of them are taken already. */
  reservedBytes?: number;
  /** Without a byte for so long, the client is too slow. */
  idleMs: number;
  totalMs: number;
};

/**
 * Keeps the body of a request away from whatever will read the request, until it is complete: then `pass` lets the reader have
 * it, as if it had just arrived. Call it before anything reads the request. A body that is not complete in the end never
 * reaches the reader. `release` gives the bytes back to the budget; it may be called more than once.
 */
export function holdBody(request: IncomingMessage, limits: HoldLimits) {
  const { maxBytes, budget, who, reservedBytes = 0, idleMs, totalMs } = limits;
  const buffer = new GrowingBuffer(maxBytes);
  let takenBytes = reservedBytes;
  let settle: (outcome: HeldBody) => void = () => {};
  let isSettled = false;
  const outcome = new Promise<HeldBody>((resolve) => {
    settle = (value) => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(idle);
      clearTimeout(total);
      if (value !== "complete") release();
      resolve(value);
    };
  });
  const idle = setTimeout(() => settle("too slow"), idleMs);
  const total = setTimeout(() => settle("too slow"), totalMs);
  request.once("close", () => settle("gone"));

  function add(chunk: Buffer) {
    const size = buffer.size + chunk.length;
    if (size > maxBytes) return settle("too large");
    const missingBytes = Math.max(0, size - FREE_BYTES - takenBytes);
    if (!budget.take(who, missingBytes)) return settle("no room");
    takenBytes += missingBytes;
    buffer.add(chunk);
    idle.refresh();
  }

  function release() {
    budget.give(who, takenBytes);
    takenBytes = 0;
    buffer.clear();
  }

  // The parser of Node.js pushes what arrives into the request. After the end of holding, the rest is discarded.
  request.push = (chunk: Buffer | null) => {
    if (isSettled) return true;
    if (chunk === null) settle("complete");
    else add(chunk);
    return true;
  };

  function pass() {
    const { push } = Object.getPrototypeOf(request) as IncomingMessage;
    request.push = push;
    if (buffer.size > 0) request.push(buffer.bytes);
    buffer.clear();
    request.push(null);
  }
  return { outcome, pass, release };
}

/** One piece of memory, because a body that comes byte by byte would be as many objects as it has bytes. */
class GrowingBuffer {
  private buffer = Buffer.alloc(0);
  size = 0;

  constructor(private readonly maxBytes: number) {}

  get bytes(): Buffer {
    return this.buffer.subarray(0, this.size);
  }

  add(chunk: Buffer): void {
    const size = this.size + chunk.length;
    if (size > this.buffer.length) {
      const grown = Buffer.allocUnsafeSlow(Math.min(this.maxBytes, Math.max(size, 2 * this.buffer.length)));
      grown.set(this.bytes);
      this.buffer = grown;
    }
    this.buffer.set(chunk, this.size);
    this.size = size;
  }

  clear(): void {
    this.buffer = Buffer.alloc(0);
    this.size = 0;
  }
}
