import { type FileHandle, open, rm } from "node:fs/promises";
import path from "node:path";
import { log } from "@/lib/platform/log";
import type { CheckIn } from "@/lib/rules/reports/check-in";
import { formatLine, parseLines } from "./line";

/** How much is read at once. Longer than almost any line: an output may have a megabyte, and a third more in base64. */
const READ_BYTES = 2 * 1024 ** 2;

/** Room for millions of check-ins. Limited, because requests with invented tokens are journaled too and could fill the disk. */
const MAX_BYTES = 1024 ** 3;

const NEW_LINE = "\n".charCodeAt(0);

/** A file of check-ins that got 202 and are not recorded in the database yet. */
export class Journal {
  /** Everything before this offset is recorded. */
  private recordedBytes = 0;
  /** The end of the latest read. */
  private readBytes = 0;

  private constructor(
    readonly id: string,
    readonly since: Date,
    private readonly file: string,
    private readonly handle: FileHandle,
    /** Everything before this offset is safe on the disk. */
    private sizeBytes: number,
  ) {}

  /** Creates an empty journal. */
  static async create(id: string, file: string): Promise<Journal> {
    const handle = await open(file, "wx+", 0o600);
    await syncFolder(path.dirname(file));
    return new Journal(id, new Date(), file, handle, 0);
  }

  /** Opens the journal of a process that has ended. It is only read. */
  static async reopen(id: string, file: string): Promise<Journal> {
    const handle = await open(file, "r+");
    const { size, birthtime } = await handle.stat();
    return new Journal(id, birthtime, file, handle, size);
  }

  /** Resolves when the check-ins are safe on the disk. The next attempt overwrites what a failed one wrote. */
  async append(checkIns: CheckIn[]): Promise<void> {
    // Not as one text: the outputs of many check-ins can be longer than a text may be.
    const bytes = Buffer.concat(checkIns.map((checkIn) => Buffer.from(formatLine(checkIn))));
    if (this.sizeBytes + bytes.length > MAX_BYTES) throw new Error(`The journal ${this.file} is full.`);
    for (let offset = 0; offset < bytes.length; ) {
      const { bytesWritten } = await this.handle.write(
        bytes,
        offset,
        bytes.length - offset,
        this.sizeBytes + offset,
      );
      offset += bytesWritten;
    }
    await this.handle.datasync();
    this.sizeBytes += bytes.length;
  }

  /** The next check-ins to record. Returns the same ones until `advance` is called. */
  async read(): Promise<CheckIn[]> {
    const buffer = await this.readLines();
    this.readBytes = this.recordedBytes + buffer.length;
    const { checkIns, broken } = parseLines(buffer.toString("utf8"));
    if (broken > 0) log.warn({ journal: this.file, lines: broken }, "skipped incomplete lines of a journal");
    return checkIns;
  }

  /** Whole lines, but for the last one: its process may have died while writing it, so that its request got no 202. */
  private async readLines(): Promise<Buffer> {
    for (let room = READ_BYTES; ; room *= 2) {
      const length = Math.min(room, this.bytesLeft);
      const { buffer, bytesRead } = await this.handle.read(
        Buffer.alloc(length),
        0,
        length,
        this.recordedBytes,
      );
      const whole = buffer.subarray(0, bytesRead).lastIndexOf(NEW_LINE) + 1;
      // The text of an email may be longer in JSON than what is read at once.
      if (whole > 0 || length === this.bytesLeft) return buffer.subarray(0, whole || length);
    }
  }

  /** Call it when the check-ins of the latest `read` are recorded. */
  advance(): void {
    this.recordedBytes = this.readBytes;
  }

  /** How much is not recorded yet. */
  get bytesLeft(): number {
    return this.sizeBytes - this.recordedBytes;
  }

  get isAtEnd(): boolean {
    return this.recordedBytes >= this.sizeBytes;
  }

  /** Sets the file's modification time. */
  async touch(now: Date): Promise<void> {
    await this.handle.utimes(now, now);
  }

  /** Closes and deletes the file. */
  async remove(): Promise<void> {
    await this.handle.close();
    await rm(this.file, { force: true });
  }
}

/** A new file is safe only when the folder entry is on the disk, too. */
async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder, and does not need this.
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}
