import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { Store } from "./store";

/** Also the mark of what a process that was killed left behind. */
const UNFINISHED = ".unfinished";

/** Keeps backups as files, readable by nobody else. */
export function openFolder(folder: string): Store {
  const fileOf = (name: string) => path.join(folder, name);
  return {
    place: path.resolve(folder),
    async list() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return readdir(folder);
    },
    async write(name, contents) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      for (const left of (await readdir(folder)).filter((file) => file.endsWith(UNFINISHED)))
        await rm(fileOf(left), { force: true });
      const draft = fileOf(`${name}${UNFINISHED}`);
      try {
        await pipeline(contents, createWriteStream(draft, { mode: 0o600, flush: true }));
        await rename(draft, fileOf(name));
      } catch (thrown) {
        await rm(draft, { force: true });
        throw thrown;
      }
    },
    async read(name) {
      const handle = await open(fileOf(name));
      return createReadStream("", { fd: handle });
    },
    remove: (name) => rm(fileOf(name), { force: true }),
  };
}
