import { Cluster, Redis, type RedisOptions } from "ioredis";

/**
 * Where Redis is. `redisUrl`: the URL of one server; with `isCluster`, of nodes of a Redis Cluster; with `sentinelName`, of
 * sentinels that know the primary of this name. Several URLs are separated by commas: any one that responds is enough.
 */
export type RedisAddress = { redisUrl: string; isCluster?: boolean; sentinelName?: string };

const DEFAULT_SENTINEL_PORT = 26_379;

/** The URLs of an address, in order. */
export const redisUrls = (redisUrl: string): string[] =>
  redisUrl.split(",").flatMap((url) => url.trim() || []);

/** Opens a connection. Errors are emitted as `error` events, so add a listener: without one they end the process. */
export function openRedis(address: RedisAddress, options: RedisOptions): Redis | Cluster {
  const urls = redisUrls(address.redisUrl);
  if (address.sentinelName) return openBySentinels(urls, address.sentinelName, options);
  if (address.isCluster) return openCluster(urls, options);
  return new Redis(address.redisUrl, options);
}

/** The user, password and encryption that the first URL names. They hold for all nodes. */
function parseAccess([first = ""]: string[]) {
  const { username, password, protocol } = new URL(first);
  return {
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    ...(protocol === "rediss:" && { tls: {} }),
  };
}

function openCluster(urls: string[], options: RedisOptions): Cluster {
  const { enableOfflineQueue, lazyConnect, ...nodeOptions } = options;
  return new Cluster(urls, {
    enableOfflineQueue,
    lazyConnect,
    redisOptions: { ...nodeOptions, ...parseAccess(urls) },
  });
}

/** Sentinels get the same user and password as the servers that they watch; one without a password ignores them. */
function openBySentinels(urls: string[], name: string, options: RedisOptions): Redis {
  const { username, password, tls } = parseAccess(urls);
  const [first = ""] = urls;
  return new Redis({
    ...options,
    sentinels: urls.map((url) => {
      const { hostname, port } = new URL(url);
      return { host: hostname.replace(/^\[|\]$/g, ""), port: Number(port || DEFAULT_SENTINEL_PORT) };
    }),
    name,
    db: Number(new URL(first).pathname.slice(1)),
    ...(username && { username, sentinelUsername: username }),
    ...(password && { password, sentinelPassword: password }),
    ...(tls && { tls, sentinelTLS: tls, enableTLSForSentinelMode: true }),
    // A primary that hangs keeps its connections open: leave it as soon as a sentinel says that there is another.
    failoverDetector: true,
  });
}
