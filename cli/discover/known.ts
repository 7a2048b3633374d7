import {
  chmodSync,
  chownSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { makeFolder } from "@/lib/platform/make-folder.mjs";
import type { Settings } from "../config";
import type { KnownJob } from "./match-known";

/** A job with the snitch that it reports to. `checkInUrl` null: its snitch is not made yet. */
export type KnownSnitch = KnownJob & { name: string; grace: number | null; checkInUrl: string | null };

/** What the runs of a user need to know: the jobs, and where a new one gets its snitch. */
export type JobsFile = { settings: Settings | null; jobs: KnownSnitch[] };

const folderOf = (state: string) => path.join(state, "jobs");

/** What the runs of a user read. */
export const jobsPath = (state: string, user: string) => path.join(folderOf(state), `${user}.json`);

/** Empty if there is no such file, or none that can be read. */
export const readJobs = (state: string, user: string): JobsFile =>
  readFile(jobsPath(state, user)) ?? { settings: null, jobs: [] };

const MAX_BYTES = 64 * 1_048_576;

function readFile(file: string): JobsFile | null {
  try {
    if (statSync(file).size > MAX_BYTES) return null;
    const { settings = null, jobs = [] } = JSON.parse(readFileSync(file, "utf8"));
    return { settings, jobs: Array.isArray(jobs) ? jobs : [] };
  } catch {
    return null;
  }
}

const knownPath = (state: string) => path.join(state, "known.json");

/** All that is known about the jobs of a machine. Users may write the files that their runs read, so root reads this one, which is its own. */
export const readKnown = (state: string): JobsFile =>
  readFile(knownPath(state)) ?? { settings: null, jobs: listUsersJobs(state) };

export const writeKnown = (state: string, file: JobsFile): void => replaceFile(knownPath(state), file, null);

const TEXTS = ["host", "file", "command", "schedule", "timezone", "slug", "name"] as const;

/** The jobs that version 0.2.0 knew. Of what users may have written, neither whose a job is nor where it reports is believed. */
function listUsersJobs(state: string): KnownSnitch[] {
  const isJob = (job: KnownSnitch) => TEXTS.every((name) => typeof job?.[name] === "string");
  return listFiles(folderOf(state)).flatMap((name) => {
    const user = name.slice(0, -".json".length);
    return readJobs(state, user)
      .jobs.filter(isJob)
      .map((job) => ({
        ...job,
        user,
        grace: typeof job.grace === "number" ? job.grace : null,
        checkInUrl: null,
      }));
  });
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(".json"));
  } catch {
    return [];
  }
}

type Owner = { uid: number; gid: number };

/** Only the user can read the file, and only we can replace it. */
export function writeJobs(state: string, user: string, owner: Owner | null, file: JobsFile): void {
  const folder = folderOf(state);
  makeFolder(folder, 0o700);
  if (owner) for (const each of [state, folder]) chmodSync(each, 0o711);
  replaceFile(jobsPath(state, user), file, owner);
}

function replaceFile(file: string, content: JobsFile, owner: Owner | null): void {
  makeFolder(path.dirname(file), 0o700);
  const draft = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}`);
  rmSync(draft, { force: true });
  writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flag: "wx" });
  if (owner) chownSync(draft, owner.uid, owner.gid);
  renameSync(draft, file);
}
