import type { CheckIn, CheckInResult } from "@/lib/rules/reports/check-in";
import { isHealthy } from "@/lib/rules/reports/report";

/** A check-in whose request waits for a response. */
export type QueuedCheckIn = { checkIn: CheckIn; resolve: (result: CheckInResult) => void };

/** Routine check-ins leave their snitch healthy; `changes` raise alerts, and take many times as long. */
export type QueueName = "routine" | "changes";

/**
 * Check-ins in order of arrival, in two queues, so that changes do not hold up routine check-ins. While one of a snitch's
 * check-ins is being processed, its later ones stay queued; those that are queued are all in one queue. So they are recorded in
 * order.
 */
export class KeyedQueue {
  private readonly queues: Record<QueueName, QueuedCheckIn[]> = { routine: [], changes: [] };
  /** How many check-ins of each token are in a queue. */
  private readonly counts: Record<QueueName, Map<string, number>> = {
    routine: new Map(),
    changes: new Map(),
  };
  private readonly busyTokens = new Set<string>();

  lengthOf(name: QueueName): number {
    return this.queues[name].length;
  }

  /** Those that were not taken yet. */
  get waiting(): readonly QueuedCheckIn[] {
    return [...this.queues.routine, ...this.queues.changes];
  }

  /** Whether a check-in changes its snitch is known when it is applied. An error is likely to, and a late report takes as long. */
  add(item: QueuedCheckIn): void {
    const { token, receivedAt } = item.checkIn;
    const isLikely = !isHealthy(item.checkIn) || receivedAt !== undefined;
    const isChange = this.counts.changes.has(token) || (isLikely && !this.counts.routine.has(token));
    const name = isChange ? "changes" : "routine";
    this.queues[name].push(item);
    this.count(name, token, 1);
  }

  /** Removes up to `max` check-ins of a queue, in order. Their snitches stay busy until `release`, `putBack` or `moveToChanges`. */
  take(name: QueueName, max: number): QueuedCheckIn[] {
    const queued = this.queues[name];
    const batch: QueuedCheckIn[] = [];
    const skipped: QueuedCheckIn[] = [];
    let seen = 0;
    for (; seen < queued.length && batch.length < max; seen += 1) {
      const item = queued[seen] as QueuedCheckIn;
      (this.busyTokens.has(item.checkIn.token) ? skipped : batch).push(item);
    }
    this.queues[name] = seen < queued.length ? skipped.concat(queued.slice(seen)) : skipped;
    for (const { checkIn } of batch) {
      this.busyTokens.add(checkIn.token);
      this.count(name, checkIn.token, -1);
    }
    return batch;
  }

  /** Lets the next check-ins of these snitches be taken. */
  release(batch: QueuedCheckIn[]): void {
    for (const { checkIn } of batch) this.busyTokens.delete(checkIn.token);
  }

  /** Puts check-ins back at the front, in their order. */
  putBack(batch: QueuedCheckIn[]): void {
    this.release(batch);
    const isChange = ({ checkIn }: QueuedCheckIn) => this.counts.changes.has(checkIn.token);
    this.putFirst(
      "routine",
      batch.filter((item) => !isChange(item)),
    );
    this.putFirst("changes", batch.filter(isChange));
  }

  /** Puts check-ins that turned out to be changes at the front of theirs. What is queued of their snitches follows them. */
  moveToChanges(batch: QueuedCheckIn[]): void {
    this.release(batch);
    const tokens = new Set(batch.map(({ checkIn }) => checkIn.token));
    const isLater = ({ checkIn }: QueuedCheckIn) => tokens.has(checkIn.token);
    const hasLater = batch.some(({ checkIn }) => this.counts.routine.has(checkIn.token));
    const later = hasLater ? this.queues.routine.filter(isLater) : [];
    if (hasLater) this.queues.routine = this.queues.routine.filter((item) => !isLater(item));
    for (const { checkIn } of later) this.count("routine", checkIn.token, -1);
    this.putFirst("changes", batch.concat(later));
  }

  private putFirst(name: QueueName, items: QueuedCheckIn[]): void {
    if (items.length === 0) return;
    this.queues[name] = items.concat(this.queues[name]);
    for (const { checkIn } of items) this.count(name, checkIn.token, 1);
  }

  private count(name: QueueName, token: string, difference: number): void {
    const counts = this.counts[name];
    const count = (counts.get(token) ?? 0) + difference;
    if (count > 0) counts.set(token, count);
    else counts.delete(token);
  }
}
