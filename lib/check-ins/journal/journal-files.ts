import { mkdir, readdir, rename, stat } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { v7 as newId } from "uuid";
import type { CheckIn } from "@/lib/check-ins/check-in";
import { env } from "@/lib/platform/env";
import { currentBootId, processStartTime } from "@/lib/platform/process-start-time.mjs";
import { fileOf, isAbandoned, type JournalName, readName } from "./file-name";
import { Journal } from "./journal";

const BOOT = currentBootId();

/** Null for a process that is gone. */
function bornAs(pid: number): string | null {
  const birth = processStartTime(pid);
  return typeof birth === "string" ? `${birth}-${BOOT}` : null;
}

const ME = { host: hostname(), pid: process.pid, birth: bornAs(process.pid) ?? "" };

/** Well within the ten minutes after which a journal counts as abandoned. */
const TOUCH_EVERY_MS = 60_000;

/** The journals that wait for this process, the oldest first: those that it took over, and the one that it writes. */
export class JournalFiles {
  private readonly folder = path.resolve(env.DATA_DIR, "journal");
  private journals: Journal[] = [];
  private current: Journal | null = null;
  private touchedAtMs = 0;

  get pending(): readonly Journal[] {
    return this.journals;
  }

  get bytesLeft(): number {
    return this.journals.reduce((sum, { bytesLeft }) => sum + bytesLeft, 0);
  }

  isBeingWritten = (journal: Journal) => journal === this.current;

  /** Resolves when these are safe on the disk. */
  async append(checkIns: CheckIn[]): Promise<void> {
    if (checkIns.length === 0) return;
    this.current ??= await this.create();
    await this.current.append(checkIns);
  }

  private async create(): Promise<Journal> {
    await mkdir(this.folder, { recursive: true });
    const id = newId();
    const journal = await Journal.create(id, path.join(this.folder, fileOf({ id, ...ME })));
    this.journals.push(journal);
    return journal;
  }

  /** Takes over the journals of processes that have ended, and returns how many. */
  async adopt(now: Date): Promise<number> {
    await mkdir(this.folder, { recursive: true });
    const here = { host: ME.host, birthOf: bornAs, now };
    let adopted = 0;
    // The ids tell which is older.
    for (const file of (await readdir(this.folder)).sort()) {
      const name = readName(file);
      const touched = name && (await ifThere(stat(path.join(this.folder, file))));
      if (touched && isAbandoned(name, touched.mtime, here)) adopted += await this.take(file, name, now);
    }
    return adopted;
  }

  private async take(file: string, { id }: JournalName, now: Date): Promise<number> {
    const mine = path.join(this.folder, fileOf({ id, ...ME }));
    const renamed = await ifThere(rename(path.join(this.folder, file), mine).then(() => true));
    if (!renamed) return 0;
    const journal = await Journal.reopen(id, mine);
    this.journals.push(journal);
    await journal.touch(now);
    return 1;
  }

  /** Shows other machines, once a minute, that somebody still cares for them. */
  async touch(now: Date): Promise<void> {
    if (now.getTime() - this.touchedAtMs < TOUCH_EVERY_MS) return;
    this.touchedAtMs = now.getTime();
    for (const journal of this.journals) await journal.touch(now);
  }

  async remove(journal: Journal): Promise<void> {
    if (this.isBeingWritten(journal)) this.current = null;
    this.journals = this.journals.filter((other) => other !== journal);
    await journal.remove();
  }
}

/** Null where somebody else was quicker. */
async function ifThere<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw fault;
  }
}
