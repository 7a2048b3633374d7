/** How many bytes may be in memory at once, for all who share it. */
export class ByteBudget {
  private taken = 0;

  constructor(private readonly maxBytes: number) {}

  /** Takes bytes until `give`. Takes none and returns false if so many are not left. */
  take(bytes: number): boolean {
    if (this.taken + bytes > this.maxBytes) return false;
    this.taken += bytes;
    return true;
  }

  give(bytes: number): void {
    this.taken -= bytes;
  }
}
