import type { CheckIn, CheckInResult } from "./check-in";

/** A check-in whose request waits for a response. */
export type QueuedCheckIn = { checkIn: CheckIn; resolve: (result: CheckInResult) => void };

/**
 * Check-ins in order of arrival. While one of a snitch's check-ins is being processed, its later ones stay queued, so that
 * they are recorded in order.
 */
export class KeyedQueue {
  private queued: QueuedCheckIn[] = [];
  private readonly busyTokens = new Set<string>();

  get length(): number {
    return this.queued.length;
  }

  /** Those that were not taken yet. */
  get waiting(): readonly QueuedCheckIn[] {
    return this.queued;
  }

  add(item: QueuedCheckIn): void {
    this.queued.push(item);
  }

  /** Removes up to `max` check-ins, in order. Their snitches stay busy until `release` or `putBack`. */
  take(max: number): QueuedCheckIn[] {
    const taken: QueuedCheckIn[] = [];
    const skipped: QueuedCheckIn[] = [];
    let seen = 0;
    for (; seen < this.queued.length && taken.length < max; seen += 1) {
      const item = this.queued[seen] as QueuedCheckIn;
      (this.busyTokens.has(item.checkIn.token) ? skipped : taken).push(item);
    }
    this.queued = seen < this.queued.length ? skipped.concat(this.queued.slice(seen)) : skipped;
    for (const { checkIn } of taken) this.busyTokens.add(checkIn.token);
    return taken;
  }

  /** Lets the next check-ins of these snitches be taken. */
  release(taken: QueuedCheckIn[]): void {
    for (const { checkIn } of taken) this.busyTokens.delete(checkIn.token);
  }

  /** Puts check-ins back at the front of the queue, in their order. */
  putBack(taken: QueuedCheckIn[]): void {
    this.release(taken);
    this.queued = taken.concat(this.queued);
  }
}
