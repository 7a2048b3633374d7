import { lstatSync, readlinkSync, type Stats, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const [WRITABLE_BY_OTHERS, WRITABLE_BY_ALL] = [0o022, 0o002];
const STICKY = 0o1000;
const MAX_LINKS = 40;

/** `root`: the folder that represents `/`. `isAbsentSafe`: whether a path may end where nothing is yet. */
type Rule = { root: string; isSafe: (stats: Stats) => boolean; isAbsentSafe: boolean };

/**
 * Whether no one but root can change what a path leads to: the file, every folder on the way and every link are root's, and only root may
 * write them, except a folder like /tmp, in which no one can replace the files of others. `root`: the folder that represents `/`, and whose
 * owner is root. `writable`: the bits of a mode that let others write. False for a file that does not exist.
 */
export function isOnlyRoots(file: string, root = "/", writable = WRITABLE_BY_OTHERS): boolean {
  const { uid } = statSync(root);
  const isSafe = (stats: Stats) => stats.uid === uid && isProtected(stats, writable);
  return isSafePath(file, { root, isSafe, isAbsentSafe: false });
}

/**
 * Whether no one but root and this user decides what a path leads to, now or once it is made: what exists of it, links too, is theirs, and
 * what is root's is not open to all, except a folder like /tmp.
 */
export function isOurs(file: string): boolean {
  const uid = process.geteuid?.();
  if (uid === undefined) return true;
  const isSafe = (stats: Stats) =>
    stats.uid === 0 ? isProtected(stats, WRITABLE_BY_ALL) : stats.uid === uid;
  try {
    return isSafePath(path.resolve(file), { root: "/", isSafe, isAbsentSafe: true });
  } catch {
    // It cannot be looked at, or leads through a file.
    return false;
  }
}

/** Where temporary files go: no one else can put another file in the place of one. */
export const temporaryFolder = () => (isOurs(os.tmpdir()) ? os.tmpdir() : "/tmp");

/** Whether this is a folder of this user, and no link to one. */
export function isOwnFolder(folder: string): boolean {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  return stats?.isDirectory() === true && [undefined, stats.uid].includes(process.geteuid?.());
}

const isProtected = (stats: Stats, writable: number) =>
  stats.isSymbolicLink() ||
  (stats.mode & writable) === 0 ||
  (stats.isDirectory() && (stats.mode & STICKY) !== 0);

function isSafePath(file: string, rule: Rule): boolean {
  let place = path.posix.normalize(file);
  for (let links = 0; links < MAX_LINKS; links += 1) {
    const next = followLink(place, rule);
    if (next === null || next === place) return next === place;
    place = next;
  }
  return false;
}

/** Where the first link of a path leads, the path itself if there is none, or null if someone else can change a part of it. */
function followLink(place: string, { root, isSafe, isAbsentSafe }: Rule): string | null {
  const names = place.split("/").filter(Boolean);
  for (let count = 1; count <= names.length; count += 1) {
    const part = `/${names.slice(0, count).join("/")}`;
    const stats = lstatSync(path.join(root, part), { throwIfNoEntry: false });
    if (!stats) return isAbsentSafe ? place : null;
    if (!isSafe(stats)) return null;
    if (stats.isSymbolicLink())
      return path.posix.resolve(
        path.posix.dirname(part),
        readlinkSync(path.join(root, part)),
        ...names.slice(count),
      );
  }
  return place;
}
