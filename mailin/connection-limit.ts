/** Counts connections by the address of their client, so that no client takes them all. */
export class ConnectionLimit {
  private readonly counts = new Map<string, number>();
  private readonly counted = new WeakSet<object>();

  constructor(private readonly maxPerAddress: number) {}

  /** Counts a connection until `leave`, unless its client has too many already: then it returns false. */
  enter(connection: object, address: string): boolean {
    const count = this.counts.get(address) ?? 0;
    if (count >= this.maxPerAddress) return false;
    this.counted.add(connection);
    this.counts.set(address, count + 1);
    return true;
  }

  /** Does nothing if the connection is not counted. */
  leave(connection: object, address: string): void {
    if (!this.counted.delete(connection)) return;
    const count = (this.counts.get(address) ?? 1) - 1;
    if (count > 0) this.counts.set(address, count);
    else this.counts.delete(address);
  }
}
