import { createReadStream, createWriteStream } from "node:fs";
import { open, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { makeFolderAsync } from "@/lib/platform/make-folder.mjs";
import type { Store } from "@/lib/storage/store";

/** The suffix of a backup that is being written, or whose process was killed. */
const UNFINISHED = ".unfinished";

/** Stores backups as files that only their owner can read. */
export function openFolder(folder: string): Store {
  const buildPath = (name: string) => path.join(folder, name);
  return {
    location: path.resolve(folder),
    async list() {
      await makeFolderAsync(folder, 0o700);
      return readdir(folder);
    },
    async write(name, contents) {
      await makeFolderAsync(folder, 0o700);
      for (const abandoned of (await readdir(folder)).filter((file) => file.endsWith(UNFINISHED)))
        await rm(buildPath(abandoned), { force: true });
      const unfinished = buildPath(`${name}${UNFINISHED}`);
      try {
        await pipeline(contents, createWriteStream(unfinished, { mode: 0o600, flush: true }));
        await rename(unfinished, buildPath(name));
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    async read(name) {
      const handle = await open(buildPath(name));
      return createReadStream("", { fd: handle });
    },
    remove: (name) => rm(buildPath(name), { force: true }),
  };
}
