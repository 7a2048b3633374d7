import type { CheckIn, Recorded } from "./check-in";

/** A check-in whose job waits for the answer. */
export type Waiting = { checkIn: CheckIn; answer: (recorded: Recorded) => void };

/**
 * Those who wait, in order of arrival. While one of a snitch's check-ins is being worked on, its next ones stay in line:
 * that is how their order is kept.
 */
export class Line {
  private waiting: Waiting[] = [];
  private readonly busy = new Set<string>();

  get length(): number {
    return this.waiting.length;
  }

  add(one: Waiting): void {
    this.waiting.push(one);
  }

  /** Takes the next ones out of the line, at most so many, until they are let go or put back. */
  take(most: number): Waiting[] {
    const taken: Waiting[] = [];
    const passed: Waiting[] = [];
    let looked = 0;
    for (; looked < this.waiting.length && taken.length < most; looked += 1) {
      const one = this.waiting[looked] as Waiting;
      (this.busy.has(one.checkIn.token) ? passed : taken).push(one);
    }
    this.waiting = looked < this.waiting.length ? passed.concat(this.waiting.slice(looked)) : passed;
    for (const { checkIn } of taken) this.busy.add(checkIn.token);
    return taken;
  }

  /** Those who were taken have their answers. */
  letGo(taken: Waiting[]): void {
    for (const { checkIn } of taken) this.busy.delete(checkIn.token);
  }

  /** Those who were taken stand first in line again. */
  putBack(taken: Waiting[]): void {
    this.letGo(taken);
    this.waiting = taken.concat(this.waiting);
  }
}
