import { type FileHandle, open, rm } from "node:fs/promises";
import path from "node:path";
import type { CheckIn } from "@/lib/check-ins/check-in";
import { log } from "@/lib/platform/log";
import { lineOf, readLines } from "./line";

/** Longer than any line. */
const READ_BYTES = 512 * 1024;

/** Room for millions of check-ins; a disk should not be filled by strangers who make tokens up. */
const MAX_BYTES = 1024 ** 3;

const NEW_LINE = "\n".charCodeAt(0);

/** A file of check-ins that are promised and not yet recorded. */
export class Journal {
  /** Up to where it is recorded, and up to where it was read to be recorded. */
  private recorded = 0;
  private reading = 0;

  private constructor(
    readonly id: string,
    readonly since: Date,
    private readonly file: string,
    private readonly handle: FileHandle,
    /** Up to where it is safely written. */
    private size: number,
  ) {}

  static async create(id: string, file: string): Promise<Journal> {
    const handle = await open(file, "wx+", 0o600);
    await syncFolder(path.dirname(file));
    return new Journal(id, new Date(), file, handle, 0);
  }

  /** Of a process that has ended: it is read to its end, and nothing is added. */
  static async reopen(id: string, file: string): Promise<Journal> {
    const handle = await open(file, "r+");
    const { size, birthtime } = await handle.stat();
    return new Journal(id, birthtime, file, handle, size);
  }

  /** Resolves when these are safe on the disk. What a failed try left behind is overwritten by the next. */
  async append(checkIns: CheckIn[]): Promise<void> {
    const bytes = Buffer.from(checkIns.map(lineOf).join(""));
    if (this.size + bytes.length > MAX_BYTES) throw new Error(`The journal ${this.file} is full.`);
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await this.handle.write(bytes, done, bytes.length - done, this.size + done);
      done += bytesWritten;
    }
    await this.handle.datasync();
    this.size += bytes.length;
  }

  /** The next ones to record. The same ones again, unless `advance` was called since. */
  async read(): Promise<CheckIn[]> {
    const length = Math.min(READ_BYTES, this.size - this.recorded);
    const { buffer, bytesRead } = await this.handle.read(Buffer.alloc(length), 0, length, this.recorded);
    const whole = buffer.subarray(0, bytesRead).lastIndexOf(NEW_LINE) + 1;
    // Only the last line can lack its end: its process died while it wrote it, so nobody was promised anything.
    this.reading = this.recorded + (whole || length);
    const { checkIns, broken } = readLines(buffer.toString("utf8", 0, whole || length));
    if (broken > 0)
      log.warn({ journal: this.file, lines: broken }, "left out lines that were not written to their end");
    return checkIns;
  }

  /** What was read is recorded. */
  advance(): void {
    this.recorded = this.reading;
  }

  get bytesLeft(): number {
    return this.size - this.recorded;
  }

  get isAtEnd(): boolean {
    return this.recorded >= this.size;
  }

  async touch(now: Date): Promise<void> {
    await this.handle.utimes(now, now);
  }

  async remove(): Promise<void> {
    await this.handle.close();
    await rm(this.file, { force: true });
  }
}

/** A file is only safe once the folder that names it is. */
async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder, and needs not.
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}
