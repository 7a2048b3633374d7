import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import getPort from "get-port";
import { birthOf } from "@/lib/platform/process-start-time.mjs";
import type { Account } from "./postgres-files";
import { SMALL_MACHINE } from "./postgres-settings";
import { Stop } from "./stop.mjs";

export type Run = (program: string, args: string[]) => Promise<{ code: number; output: string }>;

/** How long a start is tried again when what hinders it passes by itself. */
const RETRY_MS = 15_000;

/** Runs the server's programs as its account, in a session of their own that no Ctrl-C of ours reaches. */
export function runAs(account: Account): Run {
  return (program, args) =>
    new Promise((resolve) => {
      const child = spawn(program, args, {
        ...account,
        // The folder of the clone may be closed to the account.
        cwd: process.platform === "win32" ? path.dirname(program) : "/",
        env: { ...process.env, LC_ALL: "C" },
        stdio: ["ignore", "pipe", "pipe"],
        detached: true,
      });
      let output = "";
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding("utf8").on("data", (text) => (output += text));
      child.on("error", (fault) => resolve({ code: 127, output: fault.message }));
      // Not “close”: the server that pg_ctl leaves behind may hold the pipes open.
      child.on("exit", (code) => resolve({ code: code ?? 1, output }));
    });
}

/** Starts the server at this port, else at the usual one or any that is free. */
export async function startServer(
  folder: string,
  control: string,
  run: Run,
  speed: Record<string, string>,
  samePort?: number,
) {
  // Left by a server that was killed; its number may by now be another program's, and Postgres would believe it.
  rmSync(path.join(clusterOf(folder), "postmaster.pid"), { force: true });
  const log = path.join(folder, "server.log");
  for (const deadline = Date.now() + RETRY_MS; ; await sleep(500)) {
    const settings = {
      port: samePort ?? (await getPort({ port: 5432 })),
      listen_addresses: "127.0.0.1",
      // The path of a socket would be too long in a deep folder, and nobody needs one.
      unix_socket_directories: "",
      ...SMALL_MACHINE,
      ...speed,
    };
    const flags = Object.entries(settings).map(
      ([name, value]) => `-c ${name}=${value === "" ? "''" : value}`,
    );
    rmSync(log, { force: true });
    const given = ["-D", clusterOf(folder), "-l", log, "-o", flags.join(" ")];
    const { code, output } = await run(control, ["start", "-w", "-t", "60", ...given]);
    if (code === 0) return;
    const said = existsSync(log) ? readFileSync(log, "utf8") : output;
    // The rest of a server that was killed needs a moment to notice; another program may have been quicker at the port.
    const passing = /pre-existing shared memory|Address already in use|postmaster\.pid/.test(said);
    if (!passing || Date.now() > deadline)
      throw new Stop(`The embedded Postgres in ${folder} does not start: see above.`, said);
  }
}

export async function stopServer(folder: string, control: string, run: Run) {
  if (!isRunning(folder)) return;
  const { code, output } = await run(control, [
    "stop",
    "-w",
    "-t",
    "60",
    "-m",
    "fast",
    "-D",
    clusterOf(folder),
  ]);
  if (code !== 0 && isRunning(folder))
    throw new Stop(`The embedded Postgres in ${folder} does not stop.`, output);
}

export const clusterOf = (folder: string) => path.join(folder, "data");

const linesOfPidFile = (folder: string) => {
  const file = path.join(clusterOf(folder), "postmaster.pid");
  return existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
};
export const portOf = (folder: string) => linesOfPidFile(folder)[3];

/** Whether the process that the server's own lock file names is alive, and a Postgres. */
export function isRunning(folder: string): boolean {
  const pid = Number(linesOfPidFile(folder)[0]);
  if (!pid || birthOf(pid) === null) return false;
  const name = `/proc/${pid}/comm`;
  return !existsSync(name) || readFileSync(name, "utf8").startsWith("postgres");
}
