import { spawnSync } from "node:child_process";
import { constants, mkdtempSync, openSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

export type Pipe = { readEnd: number; writeEnd: number };

/**
 * Pipes of the system. Those of Node.js are sockets: a job cannot open its /dev/stdout then. Null if they cannot be made, for
 * instance because the folder for temporary files is read-only.
 */
export function openPipes(count: number): Pipe[] | null {
  try {
    const folder = mkdtempSync(path.join(os.tmpdir(), "tattle-"));
    try {
      const names = Array.from({ length: count }, (_, i) => path.join(folder, String(i)));
      const { status } = spawnSync("mkfifo", ["-m", "600", ...names], {
        stdio: "ignore",
        env: withPrograms(),
      });
      return status === 0 ? names.map(openPipe) : null;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  } catch {
    return null;
  }
}

/** The reading end first, which then is there for the other. Only it does not block: the flag is not shared by the two. */
const openPipe = (name: string): Pipe => ({
  readEnd: openSync(name, constants.O_RDONLY | constants.O_NONBLOCK),
  writeEnd: openSync(name, constants.O_WRONLY),
});

/** An environment in which the programs of the system are found, whatever the job's PATH is. */
export const withPrograms = (): NodeJS.ProcessEnv => ({
  ...process.env,
  PATH: `${process.env.PATH ?? ""}:/usr/bin:/bin`,
});
