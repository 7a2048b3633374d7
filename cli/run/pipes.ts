import { spawn } from "node:child_process";
import { constants, mkdtempSync, openSync, rmdirSync, unlinkSync } from "node:fs";
import path from "node:path";
import { temporaryFolder } from "../owners";

export type Pipe = { readEnd: number; writeEnd: number };

/**
 * Pipes of the system. Those of Node.js are sockets: a job cannot open its /dev/stdout then. Null if they cannot be made, for
 * instance because the folder for temporary files is read-only.
 */
export async function openPipes(count: number): Promise<Pipe[] | null> {
  try {
    const folder = mkdtempSync(path.join(temporaryFolder(), "tattle-"));
    try {
      const names = Array.from({ length: count }, (_, i) => path.join(folder, String(i)));
      return (await makeFifos(names)) ? names.map(openPipe) : null;
    } finally {
      rmdirSync(folder);
    }
  } catch {
    return null;
  }
}

const makeFifos = (names: string[]) =>
  new Promise<boolean>((resolve) => {
    spawn("mkfifo", ["-m", "600", ...names], { stdio: "ignore", env: withPrograms() })
      .once("error", () => resolve(false))
      .once("exit", (code) => resolve(code === 0));
  });

/**
 * The reading end first, which then is there for the other. Only it does not block: the flag is not shared by the two. Open, they need
 * no name anymore.
 */
function openPipe(name: string): Pipe {
  const readEnd = openSync(name, constants.O_RDONLY | constants.O_NONBLOCK);
  const writeEnd = openSync(name, constants.O_WRONLY);
  unlinkSync(name);
  return { readEnd, writeEnd };
}

/** An environment in which the programs of the system are found, whatever the job's PATH is. */
export const withPrograms = (): NodeJS.ProcessEnv => ({
  ...process.env,
  PATH: `${process.env.PATH ?? ""}:/usr/bin:/bin`,
});
