import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import getPort from "get-port";
import { processStartTime } from "@/lib/platform/process-start-time.mjs";
import { UserError } from "@/lib/platform/user-error.mjs";
import { buildClusterPath, readPidFile } from "./address.mjs";
import type { Account } from "./files";
import { SMALL_MACHINE } from "./settings";

/** How long a start is repeated when its problem may pass. */
const RETRY_MS = 15_000;

/**
 * Tests don't need their data after a crash: this is three times as fast. Without vacuum, because foreign keys keep their plans:
 * after a vacuum found a table empty, each of the thousands of rows that a test then adds reads the whole table.
 */
const NOT_DURABLE = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", autovacuum: "off" };

export type Server = {
  folder: string;
  account: Account;
  pgCtl: string;
  isDurable: boolean;
};

/** Runs a program of Postgres as the account, out of reach of Ctrl-C. */
export async function runAs(account: Account, failure: string, program: string, args: string[]) {
  // The account may not be able to enter the current folder.
  const options = { ...account, cwd: "/", env: { ...process.env, LC_ALL: "C" }, detached: true };
  const child = spawn(program, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => (output += text));
  const code = await new Promise((resolve) => {
    child.on("error", ({ message }) => resolve(message));
    // Not “close”: the server that pg_ctl leaves running may keep the pipes open.
    child.on("exit", resolve);
  });
  if (code !== 0) throw new UserError(failure, output || String(code));
}

/** Starts the server at this port, or else at the usual one or any free one. */
export async function startServer(server: Server, port?: number) {
  const { folder, account, pgCtl, isDurable } = server;
  // A killed server leaves this file. Postgres does not start if another program has that process id now.
  rmSync(path.join(buildClusterPath(folder), "postmaster.pid"), { force: true });
  const log = path.join(folder, "server.log");
  for (const deadline = Date.now() + RETRY_MS; ; await sleep(500)) {
    const settings = {
      port: port ?? (await getPort({ port: 5432 })),
      listen_addresses: "127.0.0.1",
      // The path of a socket would be too long in a deep folder.
      unix_socket_directories: "''",
      ...SMALL_MACHINE,
      ...(isDurable ? {} : NOT_DURABLE),
    };
    const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
    rmSync(log, { force: true });
    const args = [
      "start",
      "-w",
      "-t",
      "60",
      "-D",
      buildClusterPath(folder),
      "-l",
      log,
      "-o",
      options.join(" "),
    ];
    try {
      return await runAs(
        account,
        `The embedded Postgres in ${folder} could not be started: see above.`,
        pgCtl,
        args,
      );
    } catch (thrown) {
      const error = thrown as UserError;
      if (existsSync(log)) error.output = readFileSync(log, "utf8");
      // The processes of a killed server take a moment to end, and another program may just have taken the port.
      const mayPass = /pre-existing shared memory|Address already in use|postmaster\.pid/.test(error.output);
      if (!mayPass || Date.now() > deadline) throw error;
    }
  }
}

export async function stopServer({ folder, account, pgCtl }: Pick<Server, "folder" | "account" | "pgCtl">) {
  if (!isRunning(folder)) return;
  const args = ["stop", "-w", "-t", "60", "-m", "fast", "-D", buildClusterPath(folder)];
  await runAs(account, `The embedded Postgres in ${folder} could not be stopped.`, pgCtl, args).catch(
    (error) => {
      if (isRunning(folder)) throw error;
    },
  );
}

/**
 * True if the process that postmaster.pid names runs, and is a Postgres. Throws if it is the server of another folder: this one
 * was copied while that one was in use, so its files do not fit together.
 */
export function isRunning(folder: string): boolean {
  const { pid, cluster = "" } = readPidFile(folder);
  if (!pid || processStartTime(pid) === null) return false;
  const nameFile = `/proc/${pid}/comm`;
  if (existsSync(nameFile) && !readFileSync(nameFile, "utf8").startsWith("postgres")) return false;
  if (cluster === buildClusterPath(folder) || !existsSync(cluster)) return true;
  throw new UserError(
    `${folder} was copied from ${path.dirname(cluster)} while Tattle was running there. Remove it to begin with an empty database, and restore a backup there if you want its data.`,
  );
}
