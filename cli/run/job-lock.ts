import { createHash } from "node:crypto";
import { readlinkSync } from "node:fs";
import path from "node:path";
import { processStartTime } from "@/lib/platform/process-start-time.mjs";
import { takeLock } from "@/scripts/lock.mjs";
import type { SnitchReference } from "../server";
import { openStateFolder } from "../state";

type Running = { pid: number };
export type JobLock = { note: (pid: number) => void; release: () => void };

/**
 * Takes the lock of a snitch's job on this machine, for this user. Returns the process that holds it if the last run still goes on,
 * even if the `tattle` that started it was killed.
 */
export function lockJob(reference: SnitchReference): { lock: JobLock } | { heldBy: number } {
  const identity =
    reference.kind === "slug"
      ? reference.slug
      : reference.kind === "token"
        ? reference.token
        : reference.checkInUrl;
  const name = createHash("sha256").update(identity).digest("hex").slice(0, 32);
  const file = path.join(openStateFolder("locks"), name);
  const job = findJob(file);
  if (job) return { heldBy: job.pid };
  const lock = takeLock(file);
  if (!lock) return { heldBy: readHolder(file)?.pid ?? 0 };
  const note = (pid: number) => lock.update({ job: { pid, startTime: processStartTime(pid) } });
  return { lock: { note, release: lock.release } };
}

type Holder = { pid: number; job?: { pid: number; startTime: string | null } };

function readHolder(file: string): Holder | null {
  try {
    return JSON.parse(readlinkSync(file));
  } catch {
    return null;
  }
}

function findJob(file: string): Running | null {
  const job = readHolder(file)?.job;
  return job?.startTime && processStartTime(job.pid) === job.startTime ? job : null;
}
