import { spawn } from "node:child_process";
import { lstatSync, readdirSync } from "node:fs";
import path from "node:path";
import { isOnlyRoots } from "../owners";
import { findProgram, type Program } from "./tattle-shell";

/** What became of the reports of a user's jobs. Null if that user's process did not say it. */
export type UserReports = { user: string; counts: Counts | null };
export type Counts = { delivered: number; refused: number; waiting: number; busy: boolean };

type User = { user: string; folder: string; uid: number; gid: number };

const AT_ONCE = 4;
/** Shared by all users. The next flush, a minute later, continues. */
const TIME_LIMIT_MS = 55_000;
const MAX_RESPONSE_BYTES = 1_000;

/** Starts the program only if something waits. Run by the user: what is in the folder is the user's, however large or odd it is. */
const IF_ANY = 'for each in "$TATTLE_STATE_DIR"/spool/*.report; do [ -e "$each" ] && exec "$@"; done; exit 0';

/**
 * Has the reports of other users' jobs delivered, or only counted, by a process of each user. Root neither reads nor lists what is in their
 * folders, waits for no one of them, and believes no more of a response than four values. Only root can do that.
 */
export async function flushUsers(state: string, isCountedOnly = false): Promise<UserReports[]> {
  const users = listUsers(path.join(state, "users"));
  if (users.length === 0) return [];
  const program = findProgram();
  const signal = AbortSignal.timeout(TIME_LIMIT_MS);
  const reports: UserReports[] = [];
  const work = async () => {
    for (let each = takeAny(users); each; each = takeAny(users))
      reports.push({
        user: each.user,
        counts: signal.aborted ? null : await flushUser(each, program, isCountedOnly, signal),
      });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return reports.sort((one, other) => (one.user < other.user ? -1 : 1));
}

/** A folder that is still root's is being made. */
const listUsers = (users: string): User[] =>
  process.getuid?.() !== 0 || !isOnlyRoots(users)
    ? []
    : readdirSync(users)
        .map((user) => ({ user, folder: path.join(users, user) }))
        .map((each) => ({ ...each, stats: lstatSync(each.folder) }))
        .filter(({ stats }) => stats.isDirectory() && stats.uid !== 0)
        .map(({ user, folder, stats: { uid, gid } }) => ({ user, folder, uid, gid }));

/** In any order: those who are slow are not before the same others each time. */
const takeAny = (users: User[]) => users.splice(Math.floor(Math.random() * users.length), 1)[0];

function flushUser(
  { folder, uid, gid }: User,
  { command, certificates }: Program,
  isCountedOnly: boolean,
  signal: AbortSignal,
): Promise<Counts | null> {
  const args = [...command, "flush", "--json", ...(isCountedOnly ? ["--dry-run"] : [])];
  const child = spawn("/bin/sh", ["-c", IF_ANY, "sh", ...args], {
    uid,
    gid,
    cwd: "/",
    // The user can read it: no key of root's is in it.
    env: {
      NODE_ENV: "production",
      PATH: process.env.PATH,
      HOME: folder,
      TATTLE_STATE_DIR: folder,
      ...(certificates && { NODE_EXTRA_CA_CERTS: certificates }),
    },
    stdio: ["ignore", "pipe", "ignore"],
    // The user can make this process do anything, and must not reach root's terminal through it.
    detached: true,
    signal,
    killSignal: "SIGKILL",
  });
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => {
    if (text.length < MAX_RESPONSE_BYTES) text += chunk.toString("latin1", 0, MAX_RESPONSE_BYTES);
  });
  return new Promise((resolve) => {
    // The time limit is an error, too. A process that SIGKILL does not end is not waited for.
    child.once("error", () => resolve(null));
    child.once("close", (status) => resolve(text === "" && status !== 0 ? null : parseCounts(text)));
  });
}

const NOTHING: Counts = { delivered: 0, refused: 0, waiting: 0, busy: false };
const RESPONSE = /^\{"delivered":(\d{1,9}),"refused":(\d{1,9}),"waiting":(\d{1,9}),"busy":(true|false)[,}]/;

/** Anyone who the user is may have written this. */
export function parseCounts(text: string): Counts | null {
  if (text === "") return NOTHING;
  const [, delivered, refused, waiting, busy] = RESPONSE.exec(text) ?? [];
  if (busy === undefined) return null;
  return {
    delivered: Number(delivered),
    refused: Number(refused),
    waiting: Number(waiting),
    busy: busy === "true",
  };
}
