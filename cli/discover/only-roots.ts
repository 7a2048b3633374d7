import { lstatSync, readlinkSync, statSync } from "node:fs";
import path from "node:path";

const WRITABLE_BY_OTHERS = 0o022;
const STICKY = 0o1000;
const MAX_LINKS = 40;

/**
 * Whether nobody but root can change what a path leads to: the file, every folder on the way and every link are root's, and only root may
 * write them, except a folder like /tmp, in which nobody can replace the files of others. `root`: the folder that stands for `/`, and whose
 * owner is root. `writable`: the bits of a mode that let others write. False for a file that does not exist.
 */
export function isOnlyRoots(file: string, root = "/", writable = WRITABLE_BY_OTHERS): boolean {
  const { uid } = statSync(root);
  let place = path.posix.normalize(file);
  for (let links = 0; links < MAX_LINKS; links += 1) {
    const link = findLink(place, root, { uid, writable });
    if (link === null || link === place) return link === place;
    place = link;
  }
  return false;
}

/** Where the first link of a path leads, the path itself if there is none, or null if somebody else can change a part of it. */
function findLink(place: string, root: string, { uid, writable }: { uid: number; writable: number }) {
  const names = place.split("/").filter(Boolean);
  for (let count = 1; count <= names.length; count += 1) {
    const part = `/${names.slice(0, count).join("/")}`;
    const stats = lstatSync(path.join(root, part), { throwIfNoEntry: false });
    if (!stats || stats.uid !== uid) return null;
    if (stats.isSymbolicLink())
      return path.posix.resolve(
        path.posix.dirname(part),
        readlinkSync(path.join(root, part)),
        ...names.slice(count),
      );
    const isShared = stats.isDirectory() && (stats.mode & STICKY) !== 0;
    if ((stats.mode & writable) !== 0 && !isShared) return null;
  }
  return place;
}
