import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import getPort from "get-port";
import { type Replacements, writeConfiguration } from "./configuration";

const PRIMARY = "tattle";
const CONNECTION_ATTEMPTS = 200;

/** Runs one command on the server at this port and returns what it prints; an empty text if nothing listens there. */
function ask(port: number, ...command: string[]): string {
  try {
    return execFileSync("redis-cli", ["-p", String(port), ...command], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      timeout: 2_000,
    });
  } catch {
    return "";
  }
}

/** Waits until the server at this port prints this text. */
async function until(port: number, text: string, ...command: string[]): Promise<void> {
  for (let attempt = 0; !ask(port, ...command).includes(text); attempt += 1) {
    if (attempt === CONNECTION_ATTEMPTS)
      throw new Error(`redis-cli -p ${port} ${command.join(" ")} does not print “${text}”.`);
    await sleep(100);
  }
}

/** Starts the program with a copy of a file of `deploy/redis`, in a folder of its own. */
function startServer(
  folder: string,
  program: string,
  file: string,
  replacements: Replacements,
  ...more: string[]
) {
  mkdirSync(folder, { recursive: true });
  const copy = writeConfiguration(folder, `redis/${file}`, replacements);
  const args = [copy, "--bind", "127.0.0.1", "--dir", folder, ...more];
  return spawn(program, args, { stdio: "ignore" });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}

/** A primary, its replica and three sentinels. */
export async function openSentinels(folder: string) {
  const [one, two] = [await getPort(), await getPort()];
  const startRedis = (port: number, ...more: string[]) =>
    startServer(
      path.join(folder, `redis-${port}`),
      "redis-server",
      "redis.conf",
      { "port 6379": `port ${port}` },
      ...more,
    );
  const servers = [startRedis(one), startRedis(two, "--replicaof", "127.0.0.1", String(one))];
  await until(one, "slave0:", "INFO", "replication");
  const sentinels = [await getPort(), await getPort(), await getPort()];
  for (const port of sentinels) {
    const addresses = { "port 26379": `port ${port}`, "redis-1 6379": `127.0.0.1 ${one}` };
    servers.push(
      startServer(path.join(folder, `sentinel-${port}`), "redis-sentinel", "sentinel.conf", addresses),
    );
  }
  // Each has to know the replica and the other two before it can replace the primary.
  for (const port of sentinels) await until(port, "slaves=1,sentinels=3", "INFO", "sentinel");
  return {
    redisUrl: sentinels.map((port) => `redis://127.0.0.1:${port}`).join(","),
    sentinelName: PRIMARY,
    killPrimary: () => end(servers[0] as ChildProcess),
    /** Its connections stay open, without a response. */
    freezePrimary: () => servers[0]?.kill("SIGSTOP"),
    untilPromoted: () => until(two, "role:master", "INFO", "replication"),
    close: () => Promise.all(servers.map(end)),
  };
}

/** A cluster of three nodes without replicas. */
export async function openCluster(folder: string) {
  const ports = [await getPort(), await getPort(), await getPort()];
  const start = (port: number) =>
    startServer(
      path.join(folder, `redis-${port}`),
      "redis-server",
      "cluster.conf",
      { "port 6379": `port ${port}` },
      // Besides the port, the default port of the bus may be none.
      "--cluster-port",
      String(port < 50_000 ? port + 10_000 : port - 10_000),
    );
  const nodes = new Map(ports.map((port) => [port, start(port)]));
  for (const port of ports) await until(port, "PONG", "PING");
  const addresses = ports.map((port) => `127.0.0.1:${port}`);
  execFileSync("redis-cli", ["--cluster", "create", ...addresses, "--cluster-yes"], { stdio: "ignore" });
  for (const port of ports) await until(port, "cluster_state:ok", "CLUSTER", "INFO");

  /** The node that keeps the keys with this word in braces. */
  function findNode(word: string): number {
    const slot = Number(ask(ports[0] ?? 0, "CLUSTER", "KEYSLOT", `{${word}}`));
    const mine = (port: number) =>
      [...ask(port, "CLUSTER", "NODES").matchAll(/myself.* connected (\d+)-(\d+)/g)].some(
        ([, from, to]) => Number(from) <= slot && slot <= Number(to),
      );
    return ports.find(mine) ?? 0;
  }
  return {
    redisUrl: addresses.map((address) => `redis://${address}`).join(","),
    findNode,
    kill: async (port: number) => {
      const node = nodes.get(port);
      if (node) await end(node);
    },
    restart: (port: number) => {
      nodes.set(port, start(port));
      return until(port, "cluster_state:ok", "CLUSTER", "INFO");
    },
    close: () => Promise.all([...nodes.values()].map(end)),
  };
}
