import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { openQueues } from "@/lib/platform/queue";
import { checkIn } from "@/testing/continuous-jobs";
import { missingPackages } from "@/testing/deploy/programs";
import { openCluster, openSentinels } from "@/testing/deploy/redis-servers";
import { aCase, aSnitch, aWebhook } from "@/testing/factories";
import { aReceiver } from "@/testing/receiver";
import { type ServerProcess, startCheckInServer, startWorker } from "@/testing/server-process";

const isLeftOut = missingPackages(["redis-server", "redis-sentinel"]).length > 0;
const folder = isLeftOut ? "" : mkdtempSync(path.join(tmpdir(), "tattle-redis-"));
const databaseUrl = process.env.DATABASE_URL ?? "";
/** A job reports an error this often. */
const EVERY_MS = 100;
/** Workers look for what they were not woken for every three seconds. */
const NOTIFIED_WITHIN_MS = 8_000;

const closings: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
  rmSync(folder, { recursive: true, force: true });
}, 30_000);

type Variables = { REDIS_URL: string; REDIS_SENTINEL?: string; REDIS_CLUSTER?: string };

/** A check-in server and two workers whose queue is on this Redis. */
async function startProcesses(variables: Variables): Promise<ServerProcess> {
  Object.assign(process.env, { REDIS_SENTINEL: "", REDIS_CLUSTER: "", ...variables });
  const server = await startCheckInServer({ databaseUrl, dataDir: path.join(folder, "data") });
  const workers = [
    await startWorker({ DATABASE_URL: databaseUrl }),
    await startWorker({ DATABASE_URL: databaseUrl }),
  ];
  closings.push(() => Promise.all([server, ...workers].map((one) => one.signal("SIGKILL"))));
  process.env.REDIS_URL = "";
  return server;
}

/** Jobs report errors while `fail` runs. Returns how long each alert took to reach its webhook, slowest first. */
async function alertsDuring(server: ServerProcess, fail: () => Promise<unknown>): Promise<number[]> {
  const receiver = await aReceiver();
  closings.push(() => receiver.close());
  const { id: caseId } = await aCase();
  await aWebhook({ caseId, url: receiver.url });
  const sentAt = new Map<string, number>();
  let isOver = false;
  const reporting = (async () => {
    while (!isOver) {
      const deadline = new Date(Date.now() + 86_400_000);
      const { token } = await aSnitch({ caseId, status: "healthy", deadline });
      sentAt.set(token, performance.now());
      expect(await checkIn(`${server.url}/${token}?s=1`)).toBe(202);
      await sleep(EVERY_MS);
    }
  })();
  const notifiedAt = new Map<string, number>();
  const watching = setInterval(() => {
    for (const { body } of receiver.requests.slice(notifiedAt.size)) {
      const token = [...sentAt.keys()].find((one) => body.includes(one)) ?? body;
      notifiedAt.set(token, performance.now());
    }
  }, 20);
  await sleep(3_000);
  await fail();
  await sleep(3_000);
  isOver = true;
  await reporting;
  await vi.waitFor(() => expect(notifiedAt.size).toBe(sentAt.size), 30_000);
  clearInterval(watching);
  await sleep(1_000);
  expect(receiver.requests, "every alert is sent once").toHaveLength(sentAt.size);
  return [...notifiedAt].map(([token, at]) => at - (sentAt.get(token) ?? 0)).toSorted((a, b) => b - a);
}

/** How long it takes until a worker is woken again, from now on. */
async function untilWoken(address: {
  redisUrl: string;
  sentinelName?: string;
  isCluster?: boolean;
}): Promise<number> {
  const queues = openQueues({ databaseUrl: "", ...address });
  const startedAt = performance.now();
  const woken = new Set<string>();
  queues.work("emails", 1, async ({ id }) => woken.add(id));
  await vi.waitFor(
    async () => {
      await queues.wake("emails", [randomUUID()]);
      expect(woken.size).toBeGreaterThan(0);
    },
    { timeout: 60_000, interval: 100 },
  );
  await queues.close();
  return performance.now() - startedAt;
}

const report = (what: string, latencies: number[], backMs: number) =>
  console.log(
    `${what}: ${latencies.length} alerts, each sent once; the slowest after ${Math.round(latencies[0] ?? 0)} ms, the median after ${Math.round(latencies[latencies.length >> 1] ?? 0)} ms; workers are woken again after ${Math.round(backMs)} ms.`,
  );

test.skipIf(isLeftOut)(
  "the primary Redis dies under load and sentinels promote its replica: every alert is sent once, and in time",
  async () => {
    const redis = await openSentinels(path.join(folder, "sentinels"));
    closings.push(() => redis.close());
    const server = await startProcesses({ REDIS_URL: redis.redisUrl, REDIS_SENTINEL: redis.sentinelName });

    let backMs = 0;
    const latencies = await alertsDuring(server, async () => {
      await redis.killPrimary();
      const killedAt = performance.now();
      await redis.untilPromoted();
      await untilWoken(redis);
      backMs = performance.now() - killedAt;
    });

    report("Sentinel", latencies, backMs);
    expect(latencies[0]).toBeLessThan(NOTIFIED_WITHIN_MS);
  },
  120_000,
);

test.skipIf(isLeftOut)(
  "the node of a three-node cluster that has the queue dies under load and comes back empty: every alert is sent once, and in time",
  async () => {
    const redis = await openCluster(path.join(folder, "cluster"));
    closings.push(() => redis.close());
    const server = await startProcesses({ REDIS_URL: redis.redisUrl, REDIS_CLUSTER: "on" });
    const node = redis.findNode("tattle");

    let backMs = 0;
    const latencies = await alertsDuring(server, async () => {
      await redis.kill(node);
      await sleep(6_000);
      const restartedAt = performance.now();
      await redis.restart(node);
      await untilWoken({ redisUrl: redis.redisUrl, isCluster: true });
      backMs = performance.now() - restartedAt;
    });

    report("Cluster", latencies, backMs);
    expect(latencies[0]).toBeLessThan(NOTIFIED_WITHIN_MS);
  },
  120_000,
);
