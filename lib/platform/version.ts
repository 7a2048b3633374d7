import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import packageJson from "@/package.json" with { type: "json" };

/** The version of Tattle, as in package.json: `0.4.0`. */
export const VERSION: string = packageJson.version;

const LENGTH = 12;
const HASH = /^[0-9a-f]{40}$/;

const read = (file: string) => (existsSync(file) ? readFileSync(file, "utf8").trim() : "");

/**
 * The first twelve digits of the commit that the sources in a folder are of, or `unknown`. The file `COMMIT` says it in a release
 * and in an image, and otherwise what git has checked out, without git itself. Changes that are not committed do not show.
 */
export function readCommit(folder: string): string {
  const git = path.join(folder, ".git");
  const hash = read(path.join(folder, "COMMIT")) || (existsSync(git) ? readHead(findGitFolder(git)) : "");
  return HASH.test(hash) ? hash.slice(0, LENGTH) : "unknown";
}

/** In a worktree, `.git` is a file that names the folder. */
function findGitFolder(git: string): string {
  if (statSync(git).isDirectory()) return git;
  return path.resolve(path.dirname(git), read(git).replace(/^gitdir: /, ""));
}

function readHead(git: string): string {
  const head = read(path.join(git, "HEAD"));
  const [, ref] = /^ref: (.+)$/.exec(head) ?? [];
  if (!ref) return head;
  // The branches of a worktree are in the folder that it shares.
  const shared = path.resolve(git, read(path.join(git, "commondir")));
  return read(path.join(shared, ref)) || findPacked(read(path.join(shared, "packed-refs")), ref);
}

const findPacked = (packed: string, ref: string): string =>
  packed
    .split("\n")
    .find((line) => line.endsWith(` ${ref}`))
    ?.split(" ")[0] ?? "";

/** The commit of which this program was built for a container or a release, or else the one that this process began with. */
export const COMMIT: string = process.env.NEXT_PUBLIC_COMMIT || readCommit(process.cwd());

/** What each process says when it starts. */
export const RELEASE = { version: VERSION, commit: COMMIT };
