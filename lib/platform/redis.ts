import { Cluster, Redis, type RedisOptions } from "ioredis";

/** A Redis by its address; with `isCluster` the cluster that it is a node of, whose other nodes it names. */
export type RedisAddress = { redisUrl: string; isCluster: boolean };

/** Opens a connection to it. What befalls the connection is told as its `error` events. */
export function openRedis({ redisUrl, isCluster }: RedisAddress, options: RedisOptions): Redis | Cluster {
  if (!isCluster) return new Redis(redisUrl, options);
  const { username, password, protocol } = new URL(redisUrl);
  const { enableOfflineQueue, lazyConnect, ...each } = options;
  return new Cluster([redisUrl], {
    enableOfflineQueue,
    lazyConnect,
    redisOptions: {
      ...each,
      ...(username && { username: decodeURIComponent(username) }),
      ...(password && { password: decodeURIComponent(password) }),
      ...(protocol === "rediss:" && { tls: {} }),
    },
  });
}
