import { spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { createPostgresBackend, Queue } from "bullmq";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, pool } from "@/lib/platform/db";
import { openQueues } from "@/lib/platform/queue";
import { RECURRING_QUEUES, type RecurringQueue } from "@/lib/platform/queue-names";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "@/lib/rules/durations";
import { openOwnRedis } from "@/lib/testing/own-redis";
import { type RecurringJob, SCHEDULE, type Schedule } from "./schedule";
import { startWorkers } from "./start-workers";

const databaseUrl = process.env.DATABASE_URL ?? "";
const hasRedis = spawnSync("redis-server", ["--version"]).status === 0;
const backends = [
  { name: "on Postgres", isRedis: false, runs: true },
  // Workers of other tests would take the jobs of a Redis that they share.
  { name: "on Redis", isRedis: true, runs: hasRedis },
];
/** A run that is asked for within this time of another may be the same. */
const SAME_RUN_MS = SECOND_MS / 2;
const soon = { timeout: 20_000, interval: 50 };

for (const { name, isRedis, runs } of backends) {
  describe.runIf(runs)(`recurring jobs ${name}`, () => {
    let stopAll: (() => Promise<unknown>)[];
    let redisUrl: string | undefined;

    beforeAll(async () => {
      if (!isRedis) return;
      const redis = await openOwnRedis();
      redisUrl = redis.url;
      return () => redis.close();
    });

    /** A queue as a dashboard opens it: with BullMQ alone. */
    function openDashboard(queue: RecurringQueue) {
      const bull = redisUrl
        ? new Queue(queue, { connection: { url: redisUrl } })
        : new Queue(
            queue,
            { connection: { connectionString: databaseUrl, migrate: true } },
            createPostgresBackend,
          );
      bull.on("error", () => {});
      stopAll.push(() => bull.close());
      return bull;
    }
    function start(schedule: Schedule) {
      const stop = startWorkers(openQueues({ databaseUrl, redisUrl }), schedule);
      stopAll.push(stop);
      return stop;
    }

    beforeEach(async () => {
      stopAll = [];
      await pool.query("DELETE FROM recurring_jobs");
      for (const queue of RECURRING_QUEUES) await openDashboard(queue).obliterate({ force: true });
    });
    afterEach(async () => {
      await Promise.all(stopAll.map((stop) => stop()));
    });

    test("a dashboard sees a scheduler for each recurring job, and none of an earlier version", async () => {
      const dashboards = RECURRING_QUEUES.map(openDashboard);
      await dashboards[1]?.upsertJobScheduler("of-an-earlier-version", { every: HOUR_MS });
      start(SCHEDULE);

      const kept = async () => {
        const schedulers = await Promise.all(dashboards.map((dashboard) => dashboard.getJobSchedulers()));
        return Object.fromEntries(schedulers.flat().map(({ key, every }) => [key, every]));
      };
      const expected = Object.fromEntries(
        Object.entries(SCHEDULE).map(([key, { everyMs }]) => [key, everyMs]),
      );
      await vi.waitFor(async () => expect(await kept()).toEqual(expected), soon);
      const slow = await openDashboard("slow").getJobSchedulers();
      expect(slow.map(({ key }) => key)).toContain("back-up-nightly");
      expect(slow.map(({ key }) => key)).not.toContain("sweep-deadlines");
    }, 40_000);

    test("two workers side by side run each recurring job once in each of its intervals", async () => {
      const begun: Record<string, number[]> = { "every-second": [], "every-two": [], sweep: [] };
      const aJob = (job: string, group: RecurringJob["group"], everyMs: number): RecurringJob => ({
        group,
        everyMs,
        run: async (now) => begun[job]?.push(now.getTime()),
      });
      const schedule = {
        "every-second": aJob("every-second", "maintenance", SECOND_MS),
        "every-two": aJob("every-two", "heartbeats", 2 * SECOND_MS),
        sweep: aJob("sweep", "sweep", SECOND_MS),
      };
      start(schedule);
      start(schedule);
      await vi.waitFor(() => expect(begun["every-two"]?.length).toBeGreaterThan(4), soon);
      await Promise.all(stopAll.splice(-2).map((stop) => stop()));

      const completed = await openDashboard("recurring").getCompleted();
      for (const [job, times] of Object.entries(begun)) {
        const started = completed
          .filter((each) => each.name === job)
          .map(({ opts }) => Number(opts.prevMillis));
        // Before the first interval the job is new, and begins at once, without the queue. If the queue asks for a run while this one
        // goes on, it is the same.
        const isOne = Math.abs(Math.min(...started) - Math.min(...times)) < SAME_RUN_MS;
        if (!isOne || times.length !== started.length) expect(times).toHaveLength(started.length + 1);
        const everyMs = schedule[job as keyof typeof schedule].everyMs;
        const intervals = started.toSorted((a, b) => a - b).map((at) => Math.floor(at / everyMs));
        expect(intervals).toEqual(intervals.map((_, i) => (intervals[0] ?? 0) + i));
      }
    }, 60_000);

    test("a failed run is seen with its reason, and is overdue after a minute at most", async () => {
      const fail = () => Promise.reject(new Error("on purpose"));
      start({ daily: { group: "maintenance", everyMs: 24 * HOUR_MS, run: fail } });
      const dashboard = openDashboard("recurring");
      const promoted = async () => {
        const [job] = await dashboard.getDelayed();
        await job?.promote();
        expect(await dashboard.getFailed()).toMatchObject([{ name: "daily", failedReason: "on purpose" }]);
      };
      await vi.waitFor(promoted, soon);

      const isOverdueSoon = async () => {
        const { dueAt } = await db.recurringJob.findUniqueOrThrow({ where: { name: "daily" } });
        expect(dueAt.getTime() - Date.now()).toBeLessThan(MINUTE_MS);
      };
      await vi.waitFor(isOverdueSoon, soon);
    }, 40_000);

    test("a job of another version is left to it, and its scheduler is kept", async () => {
      const run = vi.fn(async () => {});
      start({ known: { group: "maintenance", everyMs: SECOND_MS, run } });
      const dashboard = openDashboard("recurring");
      await vi.waitFor(async () => expect(await dashboard.getJobSchedulersCount()).toBe(1), soon);
      await vi.waitFor(() => expect(run.mock.calls.length).toBeGreaterThan(1), soon);
      await dashboard.upsertJobScheduler("newer", { every: SECOND_MS });

      const names = async () => (await dashboard.getCompleted()).map((job) => job.name);
      await vi.waitFor(async () => expect(await names()).toContain("newer"), soon);

      expect(await dashboard.getJobSchedulersCount()).toBe(2);
      expect(await dashboard.getFailedCount()).toBe(0);
    }, 40_000);

    test("a worker that stops waits for the run in progress, which the queue counts as completed", async () => {
      let finish = () => {};
      const run = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
      const dashboard = openDashboard("recurring");
      const stop = start({ slow: { group: "maintenance", everyMs: SECOND_MS, run } });
      await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1), soon);
      finish();
      await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(2), soon);

      const stopped = vi.fn();
      const stopping = stop().then(stopped);
      await sleep(2 * SECOND_MS);
      expect(stopped).not.toHaveBeenCalled();
      finish();
      await stopping;

      expect(run).toHaveBeenCalledTimes(2);
      expect(await dashboard.getActiveCount()).toBe(0);
      expect(await dashboard.getCompletedCount()).toBeGreaterThan(0);
    }, 40_000);
  });
}
