import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import getPort from "get-port";
import { Redis } from "ioredis";

/** A Redis server of one test, which stops, fills and empties it. */
export async function openOwnRedis() {
  const port = await getPort();
  const flags = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const client = new Redis(port, "127.0.0.1", { maxRetriesPerRequest: null, retryStrategy: () => 50 });
  client.on("error", () => {});
  let server: ChildProcess;

  const start = async () => {
    server = spawn("redis-server", flags, { stdio: "ignore" });
    await client.ping();
  };
  const stop = async () => {
    server.kill();
    await once(server, "exit");
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    stop,
    flush: async () => {
      await client.flushall();
    },
    /** From now on it refuses to write, as when its memory is full. */
    fill: async () => {
      await client.config("SET", "maxmemory", "1");
    },
    empty: async () => {
      await client.config("SET", "maxmemory", "0");
    },
    close: () => {
      client.disconnect();
      server.kill();
    },
  };
}
