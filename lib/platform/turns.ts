import { Refusal } from "./refusal";

type Waiting = { start: () => void; refuse: () => void };

/**
 * Work that takes much of what all share, such as memory: so many pieces of it at once in this process, and one of each owner. The others
 * wait. Owners have their turns one after another, however many pieces each has; if too many wait, the owner with the most loses one.
 */
export class Turns {
  private readonly running = new Set<string>();
  /** In the order of their turns. */
  private readonly waiting = new Map<string, Waiting[]>();

  constructor(
    private readonly maxRunning: number,
    private readonly maxWaiting: number,
  ) {}

  async use<Result>(owner: string, work: () => Promise<Result>): Promise<Result> {
    if (this.mayRun(owner)) this.running.add(owner);
    else await this.wait(owner);
    try {
      return await work();
    } finally {
      this.running.delete(owner);
      this.startNext();
    }
  }

  private mayRun(owner: string): boolean {
    return this.running.size < this.maxRunning && !this.running.has(owner);
  }

  private wait(owner: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const refuse = () => reject(new Refusal("service_unavailable", TOO_MANY));
      this.waiting.set(owner, [...(this.waiting.get(owner) ?? []), { start: resolve, refuse }]);
      const all = [...this.waiting.values()];
      if (all.flat().length <= this.maxWaiting) return;
      const most = all.reduce((one, other) => (other.length > one.length ? other : one));
      most.pop()?.refuse();
      this.removeEmpty();
    });
  }

  private startNext(): void {
    const next = [...this.waiting].find(([owner]) => this.mayRun(owner));
    if (!next) return;
    const [owner, [first, ...others]] = next;
    this.waiting.delete(owner);
    if (others.length > 0) this.waiting.set(owner, others);
    this.running.add(owner);
    first?.start();
  }

  private removeEmpty(): void {
    for (const [owner, pieces] of this.waiting) if (pieces.length === 0) this.waiting.delete(owner);
  }
}

const TOO_MANY = "Too many requests of this kind are waiting. Try again in a minute.";
