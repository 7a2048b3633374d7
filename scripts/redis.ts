import { Redis } from "ioredis";
import { Stop } from "./stop.mjs";

const TIMEOUT_MS = 5_000;
/** The oldest that BullMQ works with. */
const OLDEST = [6, 2];

/** Stops with one line when the Redis does not answer, does not let us in, or is too old. */
export async function proveRedis(redisUrl: string) {
  const { hostname, port } = new URL(redisUrl);
  const place = `${hostname}:${port || 6379}`;
  const wayOut = "Start it, correct the URL, or unset REDIS_URL to queue in Postgres.";
  const client = new Redis(redisUrl, {
    lazyConnect: true,
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  let fault: Error | undefined;
  client.on("error", (thrown) => {
    fault ??= thrown;
  });
  try {
    await client.connect();
    await client.ping();
    const version = /redis_version:(\d+)\.(\d+)\S*/.exec(await client.info("server"));
    const [major = 0, minor = 0] = (version ?? []).slice(1, 3).map(Number);
    if (major < (OLDEST[0] ?? 0) || (major === OLDEST[0] && minor < (OLDEST[1] ?? 0))) {
      throw new Stop(
        `REDIS_URL: the Redis at ${place} is ${version?.[0].split(":")[1] ?? "of an unknown version"}, but 6.2 is the oldest that works. ${wayOut}`,
      );
    }
  } catch (thrown) {
    if (thrown instanceof Stop) throw thrown;
    const { code, message } = (fault ?? thrown) as Error & { code?: string };
    throw new Stop(`REDIS_URL: no Redis lets us in at ${place} (${code ?? message}). ${wayOut}`);
  } finally {
    client.disconnect();
  }
}
