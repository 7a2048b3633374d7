import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import getPort from "get-port";
import pg from "pg";
import { birthOf } from "./lock.mjs";
import { type Account, accountFor, binaries, dataFolder, newPassword, own } from "./postgres-files";
import { Stop } from "./stop.mjs";

export type EmbeddedPostgres = {
  /** Of a database with this name, which need not exist yet. */
  url: (database: string) => string;
  folder: string;
  stop: () => Promise<void>;
  /** Stops the server and removes its data. */
  remove: () => Promise<void>;
};

type Run = (program: string, args: string[]) => Promise<{ code: number; output: string }>;

/** How long a start is tried again when what hinders it passes by itself. */
const RETRY_MS = 15_000;
const ANSWER_MS = 60_000;

const DURABLE = {};
/** For data that nobody will miss: three times as fast. */
const THROWAWAY = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };

/**
 * Starts the Postgres that keeps its data in this folder, or takes over the one that a killed start left running.
 * Listens on loopback only, on a free port. Refuses, with the end of the server's log, when it does not come up.
 */
export async function startPostgres(wanted: string, { durable = true } = {}): Promise<EmbeddedPostgres> {
  const account = accountFor(wanted);
  const { initdb, pg_ctl: control } = await binaries(account);
  const folder = dataFolder(path.resolve(wanted), account);
  const run = runAs(account);

  if (!existsSync(clusterOf(folder))) await initialise(folder, initdb, account, run, durable);
  const password = readFileSync(path.join(folder, "password"), "utf8");
  const url = (database: string) => `postgres://tattle:${password}@127.0.0.1:${portOf(folder)}/${database}`;

  for (const deadline = Date.now() + ANSWER_MS; ; await sleep(200)) {
    if (!isRunning(folder)) {
      // Left by a server that was killed; its number may by now be another program's, and Postgres would believe it.
      rmSync(path.join(clusterOf(folder), "postmaster.pid"), { force: true });
      await start(folder, control, run, durable ? DURABLE : THROWAWAY);
    }
    // One that was taken over may still be recovering.
    const silence = await silenceOf(url("postgres"));
    if (!silence) break;
    if (Date.now() > deadline)
      throw new Stop(
        `The embedded Postgres in ${folder} does not answer: ${silence}. Stop it, then start again.`,
      );
  }

  return {
    url,
    folder,
    stop: () => stop(folder, control, run),
    remove: () => removePostgres(wanted),
  };
}

/** Stops the server of this folder, if it runs, and removes its data. */
export async function removePostgres(wanted: string) {
  if (existsSync(wanted)) {
    const account = accountFor(wanted);
    const folder = dataFolder(path.resolve(wanted), account);
    await stop(folder, (await binaries(account)).pg_ctl, runAs(account));
    rmSync(folder, { recursive: true });
  }
  rmSync(wanted, { recursive: true, force: true });
}

async function stop(folder: string, control: string, run: Run) {
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

/** Runs the server's programs as its account, in a session of their own that no Ctrl-C of ours reaches. */
function runAs(account: Account): Run {
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

/** Makes the cluster beside its place and moves it there when it is whole, so that half a one never passes for it. */
async function initialise(folder: string, initdb: string, account: Account, run: Run, durable: boolean) {
  const draft = path.join(folder, "draft");
  const passwordFile = path.join(folder, "password");
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft);
  own(draft, account);
  newPassword(passwordFile, account);
  const flags = [
    "-U",
    "tattle",
    "-A",
    "scram-sha-256",
    "-E",
    "UTF8",
    "--locale=C",
    `--pwfile=${passwordFile}`,
  ];
  const { code, output } = await run(initdb, ["-D", draft, ...flags, ...(durable ? [] : ["--no-sync"])]);
  if (code !== 0) {
    rmSync(draft, { recursive: true, force: true });
    throw new Stop(`The embedded Postgres could not make its files in ${folder}: see above.`, output);
  }
  renameSync(draft, clusterOf(folder));
}

async function start(folder: string, control: string, run: Run, speed: Record<string, string>) {
  const log = path.join(folder, "server.log");
  for (const deadline = Date.now() + RETRY_MS; ; await sleep(500)) {
    const settings = {
      port: await getPort({ port: 5432 }),
      listen_addresses: "127.0.0.1",
      // The path of a socket would be too long in a deep folder, and nobody needs one.
      unix_socket_directories: "",
      max_connections: 200,
      shared_buffers: "256MB",
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

/** Why the server does not answer; null when it does. */
async function silenceOf(url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    return null;
  } catch (thrown) {
    return (thrown as Error).message;
  } finally {
    await client.end();
  }
}

const clusterOf = (folder: string) => path.join(folder, "data");

const linesOfPidFile = (folder: string) => {
  const file = path.join(clusterOf(folder), "postmaster.pid");
  return existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
};
const portOf = (folder: string) => linesOfPidFile(folder)[3];

/** Whether the process that the server's own lock file names is alive, and a Postgres. */
function isRunning(folder: string): boolean {
  const pid = Number(linesOfPidFile(folder)[0]);
  if (!pid || birthOf(pid) === null) return false;
  const name = `/proc/${pid}/comm`;
  return !existsSync(name) || readFileSync(name, "utf8").startsWith("postgres");
}
