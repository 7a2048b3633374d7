type Limits = {
  /** All owners together. */
  maxBytes: number;
  /** One owner. */
  maxShareBytes: number;
};

/** How many bytes may be in memory at once, for all who share it and for each of them. */
export class ByteBudget {
  private taken = 0;
  private readonly shares = new Map<string, number>();

  constructor(private readonly limits: Limits) {}

  /** Takes bytes until `give`. Takes none and returns false if so many are not left, or not for this one. */
  take(who: string, bytes: number): boolean {
    const share = (this.shares.get(who) ?? 0) + bytes;
    if (share > this.limits.maxShareBytes || this.taken + bytes > this.limits.maxBytes) return false;
    this.change(who, bytes);
    return true;
  }

  give(who: string, bytes: number): void {
    this.change(who, -bytes);
  }

  private change(who: string, bytes: number): void {
    this.taken += bytes;
    const share = (this.shares.get(who) ?? 0) + bytes;
    if (share > 0) this.shares.set(who, share);
    else this.shares.delete(who);
  }
}
