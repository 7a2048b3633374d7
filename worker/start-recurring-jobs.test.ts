import { spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { createPostgresBackend, Queue } from "bullmq";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, pool } from "@/lib/platform/db";
import { openQueues } from "@/lib/platform/queue";
import { RECURRING_QUEUES, type RecurringQueue } from "@/lib/platform/queue-names";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "@/lib/rules/durations";
import { eventually } from "@/testing/eventually";
import { openOwnRedis } from "@/testing/own-redis";
import { type RecurringJob, SCHEDULE, type Schedule } from "./schedule";
import { startWorkers } from "./start-workers";

const databaseUrl = process.env.DATABASE_URL ?? "";
const hasRedis = spawnSync("redis-server", ["--version"]).status === 0;
const backends = [
  { name: "on Postgres", isRedis: false, runs: true },
  // Workers of other tests would take the jobs of a Redis that they share.
  { name: "on Redis", isRedis: true, runs: hasRedis },
];

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
      await eventually(async () => expect(await kept()).toEqual(expected));
      const slow = await openDashboard("slow").getJobSchedulers();
      expect(slow.map(({ key }) => key)).toContain("back-up-nightly");
      expect(slow.map(({ key }) => key)).not.toContain("sweep-deadlines");
    });

    test("two workers side by side run each recurring job at most once in each of its intervals", async () => {
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
      await eventually(() => expect(begun["every-two"]?.length).toBeGreaterThan(2));
      await Promise.all(stopAll.splice(-2).map((stop) => stop()));

      const completed = await openDashboard("recurring").getCompleted();
      for (const [job, times] of Object.entries(begun)) {
        const started = completed
          .filter((each) => each.name === job)
          // Ids end with the instant for which BullMQ has planned the run.
          .map(({ id = "" }) => Number(id.split(":").at(-1)));
        // Before the first interval the job is new, and begins at once, without the queue. If the queue asks for a run while this one
        // goes on, it is the same.
        expect([0, 1]).toContain(times.length - started.length);
        const everyMs = schedule[job as keyof typeof schedule].everyMs;
        // A machine that is too busy may leave one out.
        expect(started).not.toContain(Number.NaN);
        const intervals = started.map((at) => Math.floor(at / everyMs));
        expect(new Set(intervals).size).toBe(intervals.length);
      }
    });

    test("a failed run is seen with its reason, and is overdue after a minute at most", async () => {
      const fail = () => Promise.reject(new Error("on purpose"));
      start({ daily: { group: "maintenance", everyMs: 24 * HOUR_MS, run: fail } });
      const dashboard = openDashboard("recurring");
      const promoted = async () => {
        const [job] = await dashboard.getDelayed();
        await job?.promote();
        expect(await dashboard.getFailed()).toMatchObject([{ name: "daily", failedReason: "on purpose" }]);
      };
      await eventually(promoted);

      const isOverdueSoon = async () => {
        const { dueAt } = await db.recurringJob.findUniqueOrThrow({ where: { name: "daily" } });
        expect(dueAt.getTime() - Date.now()).toBeLessThan(MINUTE_MS);
      };
      await eventually(isOverdueSoon);
    });

    test("a job of another version is left to it, and its scheduler is kept", async () => {
      const run = vi.fn(async () => {});
      start({ known: { group: "maintenance", everyMs: SECOND_MS, run } });
      const dashboard = openDashboard("recurring");
      await eventually(async () => expect(await dashboard.getJobSchedulersCount()).toBe(1));
      await eventually(() => expect(run.mock.calls.length).toBeGreaterThan(1));
      await dashboard.upsertJobScheduler("newer", { every: SECOND_MS });

      const names = async () => (await dashboard.getCompleted()).map((job) => job.name);
      await eventually(async () => expect(await names()).toContain("newer"));

      expect(await dashboard.getJobSchedulersCount()).toBe(2);
      expect(await dashboard.getFailedCount()).toBe(0);
    });

    test("a worker that stops waits for the run in progress, which the queue counts as completed", async () => {
      let finish = () => {};
      const run = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
      const dashboard = openDashboard("recurring");
      const stop = start({ slow: { group: "maintenance", everyMs: SECOND_MS, run } });
      await eventually(() => expect(run).toHaveBeenCalledTimes(1));
      finish();
      await eventually(() => expect(run).toHaveBeenCalledTimes(2));

      const stopped = vi.fn();
      const stopping = stop().then(stopped);
      await sleep(SECOND_MS / 2);
      expect(stopped).not.toHaveBeenCalled();
      finish();
      await stopping;

      expect(run).toHaveBeenCalledTimes(2);
      expect(await dashboard.getActiveCount()).toBe(0);
      expect(await dashboard.getCompletedCount()).toBeGreaterThan(0);
    });
  });
}
