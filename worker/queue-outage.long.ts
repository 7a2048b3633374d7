import { spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { Queue } from "bullmq";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { CANARY } from "@/lib/metrics/canary";
import { db } from "@/lib/platform/db";
import { RECURRING_QUEUES } from "@/lib/platform/queue-names";
import { aCase, aMember, aSnitch, aWebhook } from "@/testing/factories";
import { openOwnRedis } from "@/testing/own-redis";
import { aReceiver, type Receiver } from "@/testing/receiver";
import { type ServerProcess, startWorker } from "@/testing/server-process";
import { SCHEDULE } from "./schedule";

const hasRedis = spawnSync("redis-server", ["--version"]).status === 0;
const tuesday = new Date("2026-03-10T00:00Z");
const LIMIT_MS = 5_000;
/** A worker that has just started loads its templates for the first email, which takes longer on a busy machine. */
const AFTER_START_MS = 30_000;
/** A worker that has just started leaves it to the queue for half a minute to start what is overdue, and looks every 15 s. */
const GUARD_MS = 60_000;
/** Long enough for every timer of the worker and of BullMQ to have run. */
const OUTAGE_MS = 12_000;
const MAX_LINES = 20;

describe.runIf(hasRedis)("a worker on Redis", () => {
  let redis: Awaited<ReturnType<typeof openOwnRedis>>;
  let receiver: Receiver;
  let worker: ServerProcess;

  beforeAll(async () => {
    redis = await openOwnRedis();
    receiver = await aReceiver();
    worker = await startWorker({ REDIS_URL: redis.url, LOG_LEVEL: "info" });
  }, 30_000);
  afterAll(async () => {
    await worker.signal("SIGKILL");
    receiver.close();
    redis.close();
  });

  /** Makes a snitch miss a deadline. Resolves when its webhook and its email have left. */
  async function expectAlerts(timeout: number) {
    const { id: caseId } = await aCase();
    const { email } = await aMember({ caseId });
    const webhook = await aWebhook({ caseId, url: receiver.url });
    await aSnitch({ caseId, status: "healthy", deadline: tuesday });
    await vi.waitFor(
      async () => {
        expect(await db.delivery.count({ where: { channelId: webhook.id, acceptedAt: { not: null } } })).toBe(
          1,
        );
        expect(await db.capturedEmail.count({ where: { to: email } })).toBe(1);
      },
      { timeout, interval: 50 },
    );
  }

  const linesSince = (offset: number) => worker.logged.slice(offset).split("\n").filter(Boolean);

  const outages = [
    { name: "is away", begin: () => redis.stop(), end: () => redis.start() },
    { name: "has no memory left", begin: () => redis.fill(), end: () => redis.empty() },
  ];

  test.each(outages)(
    "raises and sends alerts within 5 s while Redis $name, and logs little",
    async (outage) => {
      await worker.signal("SIGKILL");
      await worker.restart();
      await expectAlerts(AFTER_START_MS);
      const offset = worker.logged.length;
      await outage.begin();
      const beganAt = performance.now();

      await expectAlerts(LIMIT_MS);
      await sleep(Math.max(0, beganAt + OUTAGE_MS - performance.now()));
      const lines = linesSince(offset);
      await outage.end();

      expect(lines.length).toBeGreaterThan(0);
      expect(lines.length).toBeLessThan(MAX_LINES);
      expect(lines.join()).toContain("the queue is unavailable");
      await vi.waitFor(
        () => expect(linesSince(offset).join()).toContain("the queue is available again"),
        30_000,
      );
      await expectAlerts(LIMIT_MS);
    },
    90_000,
  );

  test("begins what is overdue while Redis is unavailable, and has it start everything again when it returns empty", async () => {
    await worker.signal("SIGKILL");
    await worker.restart();
    const isCanaryKept = () => db.case.findUniqueOrThrow({ where: { id: CANARY.caseId } });
    await vi.waitFor(isCanaryKept, AFTER_START_MS);
    await redis.stop();
    await db.case.delete({ where: { id: CANARY.caseId } });
    const everythingIsOverdue = () => db.recurringJob.updateMany({ data: { dueAt: tuesday } });
    await everythingIsOverdue();

    await vi.waitFor(isCanaryKept, { timeout: GUARD_MS, interval: 200 });

    await redis.start();
    await everythingIsOverdue();
    const queues = RECURRING_QUEUES.map((name) => new Queue(name, { connection: { url: redis.url } }));
    const schedulers = async () =>
      (await Promise.all(queues.map((queue) => queue.getJobSchedulers()))).flat().map(({ key }) => key);
    const names = Object.keys(SCHEDULE).toSorted();
    await vi.waitFor(async () => expect((await schedulers()).toSorted()).toEqual(names), {
      timeout: GUARD_MS,
      interval: 200,
    });
    await Promise.all(queues.map((queue) => queue.close()));
  }, 150_000);

  test("starts, sends alerts and stops while Redis is unavailable", async () => {
    await Promise.all([worker.signal("SIGKILL"), redis.stop()]);

    await worker.restart();
    await expectAlerts(AFTER_START_MS);
    const stoppedAt = performance.now();
    await worker.signal("SIGTERM");

    expect(performance.now() - stoppedAt).toBeLessThan(LIMIT_MS);
    await redis.start();
    await worker.restart();
    await vi.waitFor(() => expect(worker.logged).toContain("worker started"), 5_000);
  }, 60_000);
});
