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
export type KnownSnitch = KnownJob & {
  name: string;
  grace: number | null;
  checkInUrl: string | null;
  /** Absent in files of versions before 0.4, for which the URL ends with it. */
  token?: string;
};

/**
 * What the runs of a user need to know: the jobs, and where and with which slug a new one gets its snitch. A user whose jobs root has
 * watched has no key: root makes the snitch. `slugSecret`: that of the user; in what root knows, that of the machine.
 */
export type JobsFile = { settings: Settings | null; slugSecret: string | null; jobs: KnownSnitch[] };

/** What root knows. `former`: with the key that versions before 0.3.2 wrote into the files of all users, until it is revoked. */
export type KnownFile = JobsFile & { former?: Settings | null };

const NOTHING: JobsFile = { settings: null, slugSecret: null, jobs: [] };

const folderOf = (state: string) => path.join(state, "jobs");

/** What the runs of a user read. */
export const jobsPath = (state: string, user: string) => path.join(folderOf(state), `${user}.json`);

/** Empty if there is no such file, or none that can be read. */
export const readJobs = (state: string, user: string): JobsFile => readFile(jobsPath(state, user)) ?? NOTHING;

/** Where the runs of a user report: with a key, or to the URLs that root writes into the file of the user, however late. */
export function readSettings(state: string, user: string): Settings | null {
  const { settings } = readJobs(state, user);
  return settings?.key === null ? { ...settings, jobsFile: jobsPath(state, user) } : settings;
}

/** The check-in URL that root has written for a slug. Null if it has made no such snitch. */
export const findWatchedUrl = (jobsFile: string, slug: string): string | null =>
  readFile(jobsFile)?.jobs.find((job) => job.slug === slug)?.checkInUrl ?? null;

const MAX_BYTES = 64 * 1_048_576;

function readFile(file: string): KnownFile | null {
  try {
    if (statSync(file).size > MAX_BYTES) return null;
    const { jobs = [], ...others } = JSON.parse(readFileSync(file, "utf8"));
    return { ...NOTHING, ...others, jobs: Array.isArray(jobs) ? jobs : [] };
  } catch {
    return null;
  }
}

const knownPath = (state: string) => path.join(state, "known.json");

/** All that is known about the jobs of a machine. Users may write the files that their runs read, so root reads this one, which is its own. */
export const readKnown = (state: string): KnownFile =>
  readFile(knownPath(state)) ?? { ...readJobs(state, "root"), jobs: listUsersJobs(state) };

export const writeKnown = (state: string, file: KnownFile): void => replaceFile(knownPath(state), file, null);

/** The tokens of the snitches of all jobs. */
export const listTokens = ({ jobs }: JobsFile): string[] =>
  jobs.flatMap(({ token, checkInUrl }) => token ?? checkInUrl?.split("/").at(-1) ?? []);

/** Once there are no snitches anymore. */
export const forgetKnown = (state: string): void => rmSync(knownPath(state), { force: true });

/** The users who have a file. */
export const listUsers = (state: string): string[] =>
  listFiles(folderOf(state)).map((name) => name.slice(0, -".json".length));

const TEXTS = ["host", "file", "command", "schedule", "timezone", "slug", "name"] as const;

/** The jobs that version 0.2.0 knew. For what users may have written, neither whose a job is nor where it reports is believed. */
function listUsersJobs(state: string): KnownSnitch[] {
  const isJob = (job: KnownSnitch) => TEXTS.every((name) => typeof job?.[name] === "string");
  return listUsers(state).flatMap((user) =>
    readJobs(state, user)
      .jobs.filter(isJob)
      .map((job) => ({
        ...job,
        user,
        grace: typeof job.grace === "number" ? job.grace : null,
        checkInUrl: null,
      })),
  );
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

function replaceFile(file: string, content: KnownFile, owner: Owner | null): void {
  makeFolder(path.dirname(file), 0o700);
  const draft = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}`);
  rmSync(draft, { force: true });
  writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flag: "wx" });
  if (owner) chownSync(draft, owner.uid, owner.gid);
  renameSync(draft, file);
}
