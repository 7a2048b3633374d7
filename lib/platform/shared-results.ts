type Entry<Result> = { at: number; result: Promise<Result> };

/** Results of costly work that several people read: each is computed once for a time, and one at a time of each group. */
export class SharedResults<Result> {
  private readonly entries = new Map<string, Entry<Result>>();
  private readonly last = new Map<string, Promise<unknown>>();

  constructor(
    private readonly maxAgeMs: number,
    private readonly max: number,
  ) {}

  /** The result of this name: that of another reader, or else of the work. A failure is not stored. */
  read(group: string, name: string, now: Date, work: () => Promise<Result>): Promise<Result> {
    const key = `${group} ${name}`;
    const entry = this.entries.get(key);
    if (entry && now.getTime() - entry.at < this.maxAgeMs) return entry.result;
    const result = (this.last.get(group) ?? Promise.resolve()).then(work);
    const settled: Promise<void> = result.then(
      () => this.leave(group, settled),
      () => {
        this.entries.delete(key);
        this.leave(group, settled);
      },
    );
    this.last.set(group, settled);
    this.entries.delete(key);
    this.entries.set(key, { at: now.getTime(), result });
    const [oldest] = this.entries.keys();
    if (this.entries.size > this.max && oldest !== undefined) this.entries.delete(oldest);
    return result;
  }

  private leave(group: string, settled: Promise<void>): void {
    if (this.last.get(group) === settled) this.last.delete(group);
  }
}
