import { MINUTE_MS } from "@/lib/rules/durations";
import { Refusal } from "./refusal";

type Waiting = { start: () => void; refuse: () => void };

/**
 * Work that takes much of what all share, such as memory: so many pieces of it at once in this process, and one of each owner. The others
 * wait. Owners have their turns one after another, however many pieces each has; if too many wait, the owner with the most loses one.
 * Anyone who has spent the milliseconds of a minute waits until they are there again.
 */
export class Turns {
  private readonly running = new Set<string>();
  /** In the order of their turns. */
  private readonly waiting = new Map<string, Waiting[]>();
  private readonly spent = new Map<string, { ms: number; at: number }>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly maxRunning: number,
    private readonly maxWaiting: number,
    private readonly msPerMinute = MINUTE_MS,
  ) {}

  /** The work says what it spends, in milliseconds. */
  async use<Result>(owner: string, work: (spend: (ms: number) => void) => Promise<Result>): Promise<Result> {
    if (this.mayRun(owner)) this.running.add(owner);
    else await this.wait(owner);
    try {
      return await work((ms) => this.spent.set(owner, { ms: this.owed(owner) + ms, at: performance.now() }));
    } finally {
      this.running.delete(owner);
      this.startNext();
    }
  }

  private mayRun(owner: string): boolean {
    return (
      this.running.size < this.maxRunning && !this.running.has(owner) && this.owed(owner) < this.msPerMinute
    );
  }

  /** What the owner has spent that has not come back yet. */
  private owed(owner: string): number {
    const { ms, at } = this.spent.get(owner) ?? { ms: 0, at: 0 };
    return Math.max(0, ms - ((performance.now() - at) * this.msPerMinute) / MINUTE_MS);
  }

  private wait(owner: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const refuse = () => reject(new Refusal("service_unavailable", TOO_MANY));
      this.waiting.set(owner, [...(this.waiting.get(owner) ?? []), { start: resolve, refuse }]);
      this.wakeInTime();
      const all = [...this.waiting.values()];
      if (all.flat().length <= this.maxWaiting) return;
      const most = all.reduce((one, other) => (other.length > one.length ? other : one));
      most.pop()?.refuse();
      this.removeEmpty();
    });
  }

  private startNext(): void {
    for (const owner of this.spent.keys()) if (this.owed(owner) === 0) this.spent.delete(owner);
    this.wakeInTime();
    const next = [...this.waiting].find(([owner]) => this.mayRun(owner));
    if (!next) return;
    const [owner, [first, ...others]] = next;
    this.waiting.delete(owner);
    if (others.length > 0) this.waiting.set(owner, others);
    this.running.add(owner);
    first?.start();
  }

  /** When the first of those who wait may go on, if nothing ends before. */
  private wakeInTime(): void {
    clearTimeout(this.timer);
    const owed = [...this.waiting.keys()].map((owner) => this.owed(owner) - this.msPerMinute);
    const overdrawn = owed.filter((ms) => ms >= 0);
    if (overdrawn.length === 0) return;
    const ms = (Math.min(...overdrawn) * MINUTE_MS) / this.msPerMinute;
    this.timer = setTimeout(() => this.startNext(), ms + 1);
  }

  private removeEmpty(): void {
    for (const [owner, pieces] of this.waiting) if (pieces.length === 0) this.waiting.delete(owner);
  }
}

const TOO_MANY = "Too many requests of this kind are waiting. Try again in a minute.";
