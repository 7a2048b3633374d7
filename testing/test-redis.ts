import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import getPort from "get-port";
import { Redis } from "ioredis";
import { buildDatabaseUrl } from "@/lib/platform/postgres-server";
import { startProcess } from "@/scripts/process.mjs";
import { checkRedis } from "@/scripts/redis";
import { onShutdown } from "@/scripts/shutdown.mjs";
import { installPackage } from "./apt";

/** By default, Redis has 16 databases. Users have their data in the first. */
const LAST_DATABASE = 15;

/** A Redis for tests: an empty database of REDIS_URL, or else a new server. Null if neither is available. */
export async function openTestRedis(redisUrl: string | undefined): Promise<string | null> {
  if (redisUrl) {
    await checkRedis(redisUrl);
    return findEmptyDatabase(redisUrl);
  }
  const isInstalled = () => spawnSync("redis-server", ["--version"]).status === 0;
  if (!isInstalled()) await installPackage("redis-server", "some tests need Redis, and REDIS_URL is not set");
  return isInstalled() ? startRedis() : null;
}

async function findEmptyDatabase(redisUrl: string): Promise<string | null> {
  for (let number = LAST_DATABASE; number > 0; number--) {
    const url = buildDatabaseUrl(redisUrl, String(number));
    // The server may have fewer databases, or be a cluster, which has only one.
    const size = await withRedis(url, (redis) => redis.dbsize()).catch(() => null);
    if (size !== 0) continue;
    onShutdown(() => emptyRedis(url));
    return url;
  }
  return null;
}

export const emptyRedis = (url: string) => withRedis(url, (redis) => redis.flushdb());

async function withRedis<Result>(
  url: string,
  work: (redis: Redis) => Promise<Result>,
  maxRetriesPerRequest = 1,
): Promise<Result> {
  const redis = new Redis(url, { maxRetriesPerRequest });
  redis.on("error", () => {});
  return work(redis).finally(() => redis.disconnect());
}

async function startRedis(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), "tattle-redis-"));
  const port = await getPort();
  const options = `--port ${port} --bind 127.0.0.1 --appendonly no --dir`.split(" ");
  const { stop } = startProcess("redis-server", [...options, folder, "--save", ""], { stdio: "ignore" });
  onShutdown(async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const url = `redis://127.0.0.1:${port}/0`;
  // ioredis connects again until the server listens.
  await withRedis(url, (redis) => redis.ping(), 50);
  return url;
}
