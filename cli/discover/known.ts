import { chmodSync, chownSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Settings } from "../config";
import { makeFolder } from "../state";
import type { KnownJob } from "./match-known";

/** A job with the snitch that it reports to. `checkInUrl` null: its snitch is not made yet. */
export type KnownSnitch = KnownJob & { name: string; grace: number | null; checkInUrl: string | null };

/** What the runs of a user need to know: the jobs, and where a new one gets its snitch. */
export type JobsFile = { settings: Settings | null; jobs: KnownSnitch[] };

const EMPTY: JobsFile = { settings: null, jobs: [] };

const folderOf = (state: string) => path.join(state, "jobs");

/** What the runs of a user read. */
export const jobsPath = (state: string, user: string) => path.join(folderOf(state), `${user}.json`);

/** Empty if there is no such file, or none that can be read. */
export function readJobs(state: string, user: string): JobsFile {
  try {
    const { settings = null, jobs = [] } = JSON.parse(readFileSync(jobsPath(state, user), "utf8"));
    return { settings, jobs };
  } catch {
    return EMPTY;
  }
}

/** All that is known about the jobs of a machine, or of the user who may read no more. */
export function listKnown(state: string): KnownSnitch[] {
  try {
    const users = readdirSync(folderOf(state)).filter((name) => name.endsWith(".json"));
    return users.flatMap((name) => readJobs(state, name.slice(0, -".json".length)).jobs);
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
  const draft = path.join(folder, `.${user}.${process.pid}`);
  writeFileSync(draft, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 });
  if (owner) chownSync(draft, owner.uid, owner.gid);
  renameSync(draft, jobsPath(state, user));
}
