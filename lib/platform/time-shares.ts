/** A piece of work of one owner, which may take its time. */
export type Turn = {
  /** Lets the owner's next piece begin. May be called more than once. */
  end: () => void;
  /** Waits as if it were the owner's next piece. Long work calls it again and again. */
  giveWay: () => Promise<void>;
};

type Waiting = { start: () => void; readyAt: number };
type Owner = { running: number; usedMs: number; usedAt: number; waiting: Waiting[]; timer?: NodeJS.Timeout };

/** What an owner has used counts half after so long. */
const HALF_LIFE_MS = 2_000;

/** Who has used no more than this gives way to no one. */
const LITTLE_MS = 500;

/** So many times the time of another owner is much more than theirs. */
const MUCH_MORE = 2;

/** So many owners are remembered before those who have used next to nothing are dropped. */
const REMEMBERED = 1_000;

/**
 * Shares the time of this process: an owner has so many pieces of work in progress at once, and what is more waits behind those of its
 * owner alone. One who has lately used much more time than another begins nothing while work of that other is in progress, for no longer
 * than that time, so that no one waits forever.
 */
export class TimeShares {
  private readonly owners = new Map<string, Owner>();
  private readonly busy = new Set<Owner>();
  private readonly waiting = new Set<Owner>();
  private sweepAt = REMEMBERED;

  constructor(private readonly atOnce: number) {}

  /** How many pieces of this owner wait. */
  countWaiting(name: string): number {
    return this.owners.get(name)?.waiting.length ?? 0;
  }

  /** Resolves when the turn of this owner's next piece has come. */
  async take(name: string): Promise<Turn> {
    const owner = this.find(name);
    await this.wait(owner, "last");
    return this.begin(owner);
  }

  private begin(owner: Owner): Turn {
    let startedAt = performance.now();
    let isOver = false;
    const stop = () => {
      owner.usedMs = used(owner) + performance.now() - startedAt;
      owner.usedAt = performance.now();
      owner.running -= 1;
      if (owner.running === 0) this.busy.delete(owner);
    };
    return {
      end: () => {
        if (isOver) return;
        isOver = true;
        stop();
        this.startWaiting(owner);
      },
      giveWay: async () => {
        if (isOver) return;
        stop();
        await this.wait(owner, "first");
        startedAt = performance.now();
      },
    };
  }

  private find(name: string): Owner {
    let owner = this.owners.get(name);
    if (!owner) {
      if (this.owners.size >= this.sweepAt) this.sweep();
      owner = { running: 0, usedMs: 0, usedAt: 0, waiting: [] };
      this.owners.set(name, owner);
    }
    return owner;
  }

  private sweep() {
    for (const [name, owner] of this.owners)
      if (owner.running + owner.waiting.length === 0 && used(owner) < 1) this.owners.delete(name);
    this.sweepAt = Math.max(REMEMBERED, 2 * this.owners.size);
  }

  private wait(owner: Owner, place: "first" | "last"): Promise<void> {
    return new Promise((start) => {
      const piece = { start, readyAt: performance.now() };
      if (place === "first") owner.waiting.unshift(piece);
      else owner.waiting.push(piece);
      this.waiting.add(owner);
      this.startNext(owner);
    });
  }

  /** What waits for the end of a piece: the next one of its owner, and of those who gave way to it. */
  private startWaiting(ended: Owner) {
    const [next] = ended.waiting;
    if (next) next.readyAt = performance.now();
    for (const owner of this.waiting) this.startNext(owner);
  }

  private startNext(owner: Owner) {
    clearTimeout(owner.timer);
    for (let [next] = owner.waiting; next && owner.running < this.atOnce; [next] = owner.waiting) {
      const waitMs = next.readyAt + used(owner) - performance.now();
      if (waitMs > 0 && this.givesWay(owner)) {
        owner.timer = setTimeout(() => this.startNext(owner), waitMs);
        return;
      }
      owner.waiting.shift();
      owner.running += 1;
      this.busy.add(owner);
      next.start();
    }
    if (owner.waiting.length === 0) this.waiting.delete(owner);
  }

  private givesWay(owner: Owner): boolean {
    const mineMs = used(owner);
    if (mineMs <= LITTLE_MS) return false;
    for (const other of this.busy) if (other !== owner && used(other) * MUCH_MORE < mineMs) return true;
    return false;
  }
}

const used = ({ usedMs, usedAt }: Owner) => usedMs * 0.5 ** ((performance.now() - usedAt) / HALF_LIFE_MS);
