import { readdir, rename, stat } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { env } from "@/lib/platform/env";
import { makeFolderAsync } from "@/lib/platform/make-folder.mjs";
import { newId } from "@/lib/platform/new-id";
import { currentBootId, processStartTime } from "@/lib/platform/process-start-time.mjs";
import { MINUTE_MS } from "@/lib/rules/durations";
import type { CheckIn } from "@/lib/rules/reports/check-in";
import { formatFileName, isAbandoned, type JournalName, parseFileName } from "./file-name";
import { Journal } from "./journal";

const BOOT_ID = currentBootId();

/** When a process started, unique across restarts of the machine. Null if it has ended. */
function readStartTime(pid: number): string | null {
  const startTime = processStartTime(pid);
  return typeof startTime === "string" ? `${startTime}-${BOOT_ID}` : null;
}

const THIS_PROCESS = { host: hostname(), pid: process.pid, startTime: readStartTime(process.pid) ?? "" };

/** Much shorter than the time after which a journal counts as abandoned. */
const TOUCH_INTERVAL_MS = MINUTE_MS;

/** The journals of this process, oldest first: those that it adopted, and the one that it writes. */
export class JournalFiles {
  private readonly folder = path.resolve(env.DATA_DIR, "journal");
  private journals: Journal[] = [];
  private current: Journal | null = null;
  private touchedAtMs = 0;

  /** The journals that are not removed yet. */
  get pending(): readonly Journal[] {
    return this.journals;
  }

  /** How much is not recorded yet. */
  get bytesLeft(): number {
    return this.journals.reduce((sum, { bytesLeft }) => sum + bytesLeft, 0);
  }

  isBeingWritten = (journal: Journal) => journal === this.current;

  /** Resolves when the check-ins are safe on the disk. */
  async append(checkIns: CheckIn[]): Promise<void> {
    if (checkIns.length === 0) return;
    this.current ??= await this.create();
    await this.current.append(checkIns);
  }

  private async create(): Promise<Journal> {
    await makeFolderAsync(this.folder, 0o700);
    const id = newId();
    const journal = await Journal.create(id, path.join(this.folder, formatFileName({ id, ...THIS_PROCESS })));
    this.journals.push(journal);
    return journal;
  }

  /** Takes over the journals of processes that have ended. Returns how many. */
  async adopt(now: Date): Promise<number> {
    await makeFolderAsync(this.folder, 0o700);
    const here = { host: THIS_PROCESS.host, readStartTime, now };
    let adopted = 0;
    // File names start with the id, so they sort by age.
    for (const file of (await readdir(this.folder)).sort()) {
      const name = parseFileName(file);
      const stats = name && (await ifExists(stat(path.join(this.folder, file))));
      if (stats && isAbandoned(name, stats.mtime, here)) adopted += await this.take(file, name, now);
    }
    return adopted;
  }

  private async take(file: string, { id }: JournalName, now: Date): Promise<number> {
    const ownFile = path.join(this.folder, formatFileName({ id, ...THIS_PROCESS }));
    const renamed = await ifExists(rename(path.join(this.folder, file), ownFile).then(() => true));
    if (!renamed) return 0;
    const journal = await Journal.reopen(id, ownFile);
    this.journals.push(journal);
    await journal.touch(now);
    return 1;
  }

  /** Shows processes on other machines that the owner is alive. Call it often: it touches the files once a minute. */
  async touch(now: Date): Promise<void> {
    if (now.getTime() - this.touchedAtMs < TOUCH_INTERVAL_MS) return;
    this.touchedAtMs = now.getTime();
    for (const journal of this.journals) await journal.touch(now);
  }

  /** Deletes a journal whose check-ins are all recorded. */
  async remove(journal: Journal): Promise<void> {
    if (this.isBeingWritten(journal)) this.current = null;
    this.journals = this.journals.filter((other) => other !== journal);
    await journal.remove();
  }
}

/** Null if the file no longer exists because another process was faster. */
async function ifExists<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
