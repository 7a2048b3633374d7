import { END_OF_ROWS } from "./write";

const EMPTY = Buffer.alloc(0);
const NEW_LINE = "\n".charCodeAt(0);
const END = Buffer.from(END_OF_ROWS);
const END_AFTER_ROW = Buffer.from(`\n${END_OF_ROWS}`);

/** Reads the lines and rows of a backup as a stream. Throws if the backup ends too soon. */
export class BackupReader {
  private unread: Buffer = EMPTY;
  private readonly source: AsyncIterator<Buffer>;

  constructor(source: AsyncIterable<Buffer>) {
    this.source = source[Symbol.asyncIterator]();
  }

  /** Reads the next line of JSON: the header, the line before a table's rows, or the last line. */
  async readLine(): Promise<unknown> {
    let end = this.unread.indexOf(NEW_LINE);
    for (; end < 0; end = this.unread.indexOf(NEW_LINE)) await this.readMore();
    const text = this.unread.toString("utf8", 0, end);
    this.unread = this.unread.subarray(end + 1);
    return JSON.parse(text);
  }

  /** Reads the rows of the table whose line was read last, in chunks of whole rows. */
  async *readRows(): AsyncGenerator<Buffer> {
    while (this.unread.length < END.length) await this.readMore();
    while (!this.unread.subarray(0, END.length).equals(END)) {
      const lastRow = this.unread.indexOf(END_AFTER_ROW);
      const end = (lastRow < 0 ? this.unread.lastIndexOf(NEW_LINE) : lastRow) + 1;
      if (end > 0) yield this.unread.subarray(0, end);
      this.unread = this.unread.subarray(end);
      while (this.unread.length < END.length || (lastRow < 0 && !this.unread.includes(NEW_LINE)))
        await this.readMore();
    }
    this.unread = this.unread.subarray(END.length);
  }

  private async readMore(): Promise<void> {
    const { value, done } = await this.source.next();
    if (done) throw new Error("The backup is incomplete: it was cut short.");
    this.unread = this.unread.length > 0 ? Buffer.concat([this.unread, value]) : value;
  }
}
