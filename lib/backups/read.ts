import { END_OF_ROWS } from "./write";

const EMPTY = Buffer.alloc(0);
const NEW_LINE = "\n".charCodeAt(0);
const AFTER_A_ROW = Buffer.from(`\n${END_OF_ROWS}`);

/** Takes a backup apart again, as it streams by. Throws when it ends too soon. */
export class Parts {
  private rest: Buffer = EMPTY;
  private readonly source: AsyncIterator<Buffer>;

  constructor(source: AsyncIterable<Buffer>) {
    this.source = source[Symbol.asyncIterator]();
  }

  /** The next line, which is about what follows. */
  async line(): Promise<unknown> {
    let end = this.rest.indexOf(NEW_LINE);
    for (; end < 0; end = this.rest.indexOf(NEW_LINE)) await this.readMore();
    const text = this.rest.toString("utf8", 0, end);
    this.rest = this.rest.subarray(end + 1);
    return JSON.parse(text);
  }

  /** The rows of the table whose line was read, in pieces that end where a row ends. */
  async *rows(): AsyncGenerator<Buffer> {
    const none = Buffer.from(END_OF_ROWS);
    while (this.rest.length < none.length) await this.readMore();
    while (!this.rest.subarray(0, none.length).equals(none)) {
      const last = this.rest.indexOf(AFTER_A_ROW);
      const end = (last < 0 ? this.rest.lastIndexOf(NEW_LINE) : last) + 1;
      if (end > 0) yield this.rest.subarray(0, end);
      this.rest = this.rest.subarray(end);
      while (this.rest.length < none.length || (last < 0 && !this.rest.includes(NEW_LINE)))
        await this.readMore();
    }
    this.rest = this.rest.subarray(none.length);
  }

  private async readMore(): Promise<void> {
    const { value, done } = await this.source.next();
    if (done) throw new Error("The backup ends before its end: it was cut short.");
    this.rest = this.rest.length > 0 ? Buffer.concat([this.rest, value]) : value;
  }
}
