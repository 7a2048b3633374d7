import type { Duplex } from "node:stream";

/** So many new connections are read in one turn of the event loop. */
const AT_ONCE = 16;

/**
 * Connections that opened together. A few of them are read in each turn of the event loop: a thousand first requests at once would
 * keep the process from the connections that are open already for 50 ms.
 */
export class Burst {
  private waiting: Duplex[] = [];
  private readInTurn = 0;

  /** Has a paused connection read, in the order in which they opened. */
  add(connection: Duplex): void {
    if (this.readInTurn === 0) setImmediate(() => this.nextTurn());
    if (this.readInTurn < AT_ONCE) this.read(connection);
    else this.waiting.push(connection);
  }

  private nextTurn(): void {
    this.readInTurn = 0;
    const next = this.waiting.slice(0, AT_ONCE);
    this.waiting = this.waiting.slice(AT_ONCE);
    for (const connection of next) this.add(connection);
  }

  private read(connection: Duplex): void {
    this.readInTurn += 1;
    connection.resume();
  }
}
