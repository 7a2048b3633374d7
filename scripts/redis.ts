import { UserError } from "@/lib/platform/user-error.mjs";

const TIMEOUT_MS = 5_000;

/** Throws one line if no Redis of REDIS_URL responds, lets us in and is new enough for BullMQ. */
export async function checkRedis(redisUrl: string) {
  const checks = redisUrl.split(",").map((url) => checkServer(url.trim()));
  const results = await Promise.allSettled(checks);
  const [first] = results;
  if (first?.status === "rejected" && results.every(({ status }) => status === "rejected"))
    throw first.reason;
}

async function checkServer(redisUrl: string) {
  // Imported here: most starts have no Redis, and the supervisor would keep the 10 MB.
  const { Redis } = await import("ioredis");
  const { hostname, port } = new URL(redisUrl);
  const server = `${hostname}:${port || 6379}`;
  const advice = "Start it, correct the URL, or unset REDIS_URL to queue in Postgres.";
  const client = new Redis(redisUrl, {
    lazyConnect: true,
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  // The first error has the reason; the rejected promise says only that the connection is closed.
  let reason: (Error & { code?: string }) | undefined;
  client.on("error", (error) => {
    reason ??= error;
  });
  const info = await client
    .connect()
    .then(() => client.info("server"))
    .catch((error: Error & { code?: string }) => {
      const { code, message } = reason ?? error;
      throw new UserError(`REDIS_URL: cannot connect to Redis at ${server} (${code ?? message}). ${advice}`);
    })
    .finally(() => client.disconnect());
  const [, version = "of an unknown version", major, minor] =
    /redis_version:((\d+)\.(\d+)\S*)/.exec(info) ?? [];
  if (Number(major ?? 0) * 100 + Number(minor ?? 0) < 602)
    throw new UserError(
      `REDIS_URL: the Redis at ${server} is ${version}, but 6.2 is the oldest that works. ${advice}`,
    );
}
