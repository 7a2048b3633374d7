import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { clusterOf, isRunning, portOf, type Run, runAs, startServer, stopServer } from "./postgres-control";
import { type Account, accountFor, binaries, dataFolder, newPassword, own } from "./postgres-files";
import { Stop } from "./stop.mjs";

export type EmbeddedPostgres = {
  /** Of a database with this name, which need not exist yet. */
  url: (database: string) => string;
  folder: string;
  /** Starts the server again, where it was, whenever it dies. Returns how to stop watching. */
  keepAlive: () => () => Promise<void>;
  stop: () => Promise<void>;
  /** Stops the server and removes its data. */
  remove: () => Promise<void>;
};

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
  const speed = durable ? DURABLE : THROWAWAY;

  if (!existsSync(clusterOf(folder))) await initialise(folder, initdb, account, run, durable);
  const password = readFileSync(path.join(folder, "password"), "utf8");
  const url = (database: string) => `postgres://tattle:${password}@127.0.0.1:${portOf(folder)}/${database}`;

  for (const deadline = Date.now() + ANSWER_MS; ; await sleep(200)) {
    if (!isRunning(folder)) await startServer(folder, control, run, speed);
    // One that was taken over may still be recovering.
    const silence = await silenceOf(url("postgres"));
    if (!silence) break;
    if (Date.now() > deadline)
      throw new Stop(
        `The embedded Postgres in ${folder} does not answer: ${silence}. Stop it, then start again.`,
      );
  }

  const port = Number(portOf(folder));
  return {
    url,
    folder,
    keepAlive: () => keepAlive(folder, () => startServer(folder, control, run, speed, port)),
    stop: () => stopServer(folder, control, run),
    remove: () => removePostgres(wanted),
  };
}

const CHECK_INTERVAL_MS = 1_000;

function keepAlive(folder: string, start: () => Promise<void>): () => Promise<void> {
  const over = new AbortController();
  const watch = async () => {
    for (let pauseMs = CHECK_INTERVAL_MS; ; ) {
      await sleep(pauseMs, undefined, { signal: over.signal });
      if (isRunning(folder)) continue;
      console.error(
        "The embedded Postgres died. It is started again; check-ins wait in a journal meanwhile.",
      );
      pauseMs = await start().then(
        () => CHECK_INTERVAL_MS,
        (fault: Error & { output?: string }) => {
          console.error(`${fault.output ?? ""}\n${fault.message}`);
          return 10 * CHECK_INTERVAL_MS;
        },
      );
    }
  };
  const watching = watch().catch((fault: Error) => {
    if (!over.signal.aborted) throw fault;
  });
  return () => {
    over.abort();
    return watching;
  };
}

/** Stops the server of this folder, if it runs, and removes its data. */
export async function removePostgres(wanted: string) {
  if (existsSync(wanted)) {
    const account = accountFor(wanted);
    const folder = dataFolder(path.resolve(wanted), account);
    await stopServer(folder, (await binaries(account)).pg_ctl, runAs(account));
    rmSync(folder, { recursive: true });
  }
  rmSync(wanted, { recursive: true, force: true });
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
