import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import getPort from "get-port";
import { Redis } from "ioredis";
import { installPackage, mayInstallPackages } from "./apt";
import { atEnd } from "./ending.mjs";
import { proveRedis } from "./redis";

/** Redis has sixteen numbered databases unless it is told otherwise; people use the first. */
const LAST_DATABASE = 15;
const STARTS_IN_MS = 10_000;

/** A Redis that tests may fill and empty: of the one that is given an empty database, else one of our own; or null. */
export async function getRedis(given: string | undefined): Promise<string | null> {
  if (given) {
    await proveRedis(given);
    return borrowDatabase(given);
  }
  const isThere = () => spawnSync("redis-server", ["--version"]).status === 0;
  if (!isThere() && mayInstallPackages()) await installPackage("redis-server");
  return isThere() ? startRedis() : null;
}

async function borrowDatabase(given: string): Promise<string | null> {
  for (let number = LAST_DATABASE; number > 0; number--) {
    const url = new URL(given);
    url.pathname = `/${number}`;
    const redis = new Redis(url.href, { maxRetriesPerRequest: 1 });
    redis.on("error", () => {});
    try {
      if ((await redis.dbsize()) > 0) continue;
      atEnd(() => emptyDatabase(url.href));
      return url.href;
    } catch {
      // The server has fewer databases, or is a cluster with one.
    } finally {
      redis.disconnect();
    }
  }
  return null;
}

export async function emptyDatabase(url: string) {
  const redis = new Redis(url, { maxRetriesPerRequest: 1 });
  await redis.flushdb();
  redis.disconnect();
}

async function startRedis(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), "tattle-redis-"));
  const port = await getPort();
  const flags = [
    "--port",
    String(port),
    "--bind",
    "127.0.0.1",
    "--save",
    "",
    "--appendonly",
    "no",
    "--dir",
    folder,
  ];
  const server = spawn("redis-server", flags, { stdio: "ignore", detached: true });
  const exited = new Promise((resolve) => server.once("exit", resolve));
  atEnd(async () => {
    if (server.exitCode === null) server.kill();
    await exited;
    rmSync(folder, { recursive: true, force: true });
  });
  const url = `redis://127.0.0.1:${port}/0`;
  for (const deadline = Date.now() + STARTS_IN_MS; ; ) {
    try {
      await proveRedis(url);
      return url;
    } catch (thrown) {
      if (Date.now() > deadline) throw thrown;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
