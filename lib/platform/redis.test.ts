import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import getPort from "get-port";
import { Redis } from "ioredis";
import { afterAll, expect, test } from "vitest";
import { eventually } from "@/testing/eventually";
import { openQueues } from "./queue";

const hasServer = spawnSync("redis-server", ["--version"]).status === 0;
const closings: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closings.reverse()) await close();
});

/** A cluster of one node. Like any cluster, it refuses commands whose keys belong to different nodes. */
async function aCluster(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), "tattle-cluster-"));
  const port = await getPort();
  // A single node has no peers from which it could learn its own address.
  const binding = ["--bind", "127.0.0.1", "--cluster-announce-ip", "127.0.0.1"];
  const flags = ["--cluster-enabled", "yes", ...binding, "--save", "", "--dir", folder];
  const server = spawn("redis-server", ["--port", String(port), ...flags], { stdio: "ignore" });
  closings.push(() => rmSync(folder, { recursive: true, force: true }));
  closings.push(() => new Promise((resolve) => server.once("exit", resolve) && server.kill()));
  const redis = new Redis(port, "127.0.0.1");
  redis.on("error", () => {});
  await redis.cluster("ADDSLOTSRANGE", 0, 16_383);
  await eventually(async () => expect(await redis.cluster("INFO")).toContain("cluster_state:ok"));
  redis.disconnect();
  return `redis://127.0.0.1:${port}`;
}

test.skipIf(!hasServer)("on a Redis Cluster, workers get wake-ups", async () => {
  const redisUrl = await aCluster();
  const queues = openQueues({ databaseUrl: "", redisUrl, isCluster: true });
  closings.push(() => queues.close());
  const handled: string[] = [];
  queues.work("emails", 5, async ({ id }) => handled.push(id));

  const ids = Array.from({ length: 50 }, (_, i) => `row-${i}`);
  // The producer's connection is still being opened, and fails fast until then.
  await eventually(() => queues.wake("emails", ids));

  await eventually(() => expect(handled.toSorted()).toEqual(ids.toSorted()));
  expect(await queues.depths()).toMatchObject({ emails: 0 });
});
