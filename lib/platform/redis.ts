import { Cluster, Redis, type RedisOptions } from "ioredis";

/** The URL of a Redis server; with `isCluster`, of any node of a Redis Cluster. */
export type RedisAddress = { redisUrl: string; isCluster: boolean };

/** Opens a connection. Errors are emitted as `error` events, so add a listener: without one they end the process. */
export function openRedis({ redisUrl, isCluster }: RedisAddress, options: RedisOptions): Redis | Cluster {
  if (!isCluster) return new Redis(redisUrl, options);
  const { username, password, protocol } = new URL(redisUrl);
  const { enableOfflineQueue, lazyConnect, ...nodeOptions } = options;
  return new Cluster([redisUrl], {
    enableOfflineQueue,
    lazyConnect,
    redisOptions: {
      ...nodeOptions,
      ...(username && { username: decodeURIComponent(username) }),
      ...(password && { password: decodeURIComponent(password) }),
      ...(protocol === "rediss:" && { tls: {} }),
    },
  });
}
