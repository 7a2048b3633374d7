import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { withClient } from "@/lib/platform/postgres-server";
import { UserError } from "@/lib/platform/user-error.mjs";
import { buildClusterPath, buildEmbeddedUrl, readPort } from "./address.mjs";
import { isRunning, runAs, type Server, startServer, stopServer } from "./control";
import { createServerFolder, findAccount, findBinaries, makePrivate } from "./files";

const RESPONSE_TIMEOUT_MS = 60_000;
const CHECK_MS = 1_000;

/**
 * Starts a Postgres that keeps its data in this folder, or uses the one that a killed start left running. It listens on
 * loopback only. Throws a `UserError` with the server's log if it does not start.
 */
export async function startPostgres(name: string, { durable: isDurable = true }: { durable?: boolean } = {}) {
  const account = findAccount(name);
  const { initdb, pg_ctl: pgCtl } = await findBinaries(account);
  const folder = createServerFolder(path.resolve(name), account);
  const server = { folder, account, pgCtl, isDurable };
  if (!existsSync(buildClusterPath(folder))) await createCluster(server, initdb);
  const url = (database: string) => buildEmbeddedUrl(folder, database);

  // A server that was left running may still be recovering, and one that was just killed may still be ending.
  for (const deadline = Date.now() + RESPONSE_TIMEOUT_MS; ; await sleep(200)) {
    if (!isRunning(folder)) await startServer(server);
    const reason = await withClient(url("postgres"), async () => null).catch((error: Error) => error.message);
    if (reason === null) break;
    if (Date.now() > deadline)
      throw new UserError(
        `The embedded Postgres in ${folder} is not responding: ${reason}. Stop it, then start again.`,
      );
  }
  const port = readPort(folder);
  return {
    /** The URL of a database of this name, which may not exist yet. */
    url,
    folder,
    /** Restarts the server at its port whenever it dies. Returns a function that ends this. */
    restartWhenDead: () => restartWhenDead(server, port),
    stop: () => stopServer(server),
    /** Stops the server and deletes its data. */
    remove: () => removePostgres(name),
  };
}

function restartWhenDead(server: Server, port: number | undefined): () => Promise<void> {
  let restarting: Promise<void> | undefined;
  let retryAt = 0;
  const check = async () => {
    if (isRunning(server.folder) || Date.now() < retryAt) return;
    console.error(
      "The embedded Postgres stopped unexpectedly and is restarting. Until then, check-ins are kept in a journal.",
    );
    await startServer(server, port).catch((error: UserError) => {
      console.error(`${error.output}\n${error.message}`);
      retryAt = Date.now() + 10 * CHECK_MS;
    });
  };
  const timer = setInterval(() => {
    restarting ??= check().finally(() => {
      restarting = undefined;
    });
  }, CHECK_MS);
  return async () => {
    clearInterval(timer);
    await restarting;
  };
}

/** Stops the server of this folder, if it runs, and deletes its data. */
export async function removePostgres(name: string) {
  if (existsSync(name)) {
    const account = findAccount(name);
    const folder = createServerFolder(path.resolve(name), account);
    await stopServer({ folder, account, pgCtl: (await findBinaries(account)).pg_ctl });
    rmSync(folder, { recursive: true });
  }
  rmSync(name, { recursive: true, force: true });
}

/** Only Linux can flush a file system at once. To flush a thousand new files one by one takes most of the time of a first start. */
const SYNC_AT_ONCE = process.platform === "linux" ? ["--sync-method=syncfs"] : [];

/** Creates the cluster as a draft and renames it when complete, so an interrupted start leaves no half cluster. */
async function createCluster({ folder, account, isDurable }: Server, initdb: string) {
  const draft = path.join(folder, "draft");
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft);
  // On a shared machine, other users can reach the port: the only role has a password.
  const passwordFile = path.join(folder, "password");
  rmSync(passwordFile, { force: true });
  writeFileSync(passwordFile, randomBytes(24).toString("base64url"), { mode: 0o600 });
  for (const file of [draft, passwordFile]) makePrivate(file, account);
  const options = "--username=tattle --auth=scram-sha-256 --encoding=UTF8 --locale=C".split(" ");
  const sync = isDurable ? SYNC_AT_ONCE : ["--no-sync"];
  const args = ["-D", draft, `--pwfile=${passwordFile}`, ...options, ...sync];
  await runAs(
    account,
    `The embedded Postgres could not create its files in ${folder}: see above.`,
    initdb,
    args,
  );
  renameSync(draft, buildClusterPath(folder));
}
