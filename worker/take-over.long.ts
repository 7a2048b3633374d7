import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createPostgresBackend, Queue } from "bullmq";
import pg from "pg";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { db } from "@/lib/platform/db";
import { openOwnRedis } from "@/testing/own-redis";
import { startWorker } from "@/testing/server-process";

const databaseUrl = process.env.DATABASE_URL ?? "";
const hasRedis = spawnSync("redis-server", ["--version"]).status === 0;
const backends = [
  { name: "Postgres", isRedis: false, runs: true },
  { name: "Redis", isRedis: true, runs: hasRedis },
];

const soon = { timeout: 30_000, interval: 100 };
/** A worker is dead after 30 s without a sign of life, and the second look that sees it, one a minute, takes its jobs over. */
const TAKEN_OVER = { timeout: 200_000, interval: 500 };

// It runs once an hour, so no later run of it hides that no one takes over the first.
const JOB = "delete-old-captured-emails";
const tuesday = new Date("2026-03-10T00:00Z");

/** Keeps the job waiting in the middle of its run, until its worker’s connections are closed by the returned function. */
async function holdJob() {
  const holder = new pg.Client(databaseUrl);
  await holder.connect();
  await holder.query("BEGIN; LOCK TABLE captured_emails IN ACCESS EXCLUSIVE MODE");
  return async () => {
    // Postgres would still do what the dead worker asked for.
    await holder.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    await holder.end();
  };
}

for (const { name, isRedis, runs } of backends) {
  describe.runIf(runs)(`a queue on ${name}`, () => {
    test("gives the recurring job of a worker that was killed to another one", async () => {
      const redis = isRedis ? await openOwnRedis() : null;
      onTestFinished(() => redis?.close());
      const queue = redis
        ? new Queue("slow", { connection: { url: redis.url } })
        : new Queue(
            "slow",
            { connection: { connectionString: databaseUrl, migrate: true } },
            createPostgresBackend,
          );
      onTestFinished(() => queue.close());
      await queue.obliterate({ force: true });
      const variables = { DATABASE_URL: databaseUrl, REDIS_URL: redis?.url ?? "" };
      const killed = await startWorker(variables);
      const nextRun = async () => {
        const job = (await queue.getDelayed()).find(({ repeatJobKey }) => repeatJobKey === JOB);
        if (!job?.id) throw new Error(`${JOB} is not scheduled yet.`);
        return job;
      };
      const job = await vi.waitFor(nextRun, soon);
      await db.capturedEmail.create({
        data: { id: randomUUID(), at: tuesday, from: "", to: "", subject: "", html: "", text: "" },
      });
      const release = await holdJob();
      await job.promote();
      await vi.waitFor(async () => expect(await job.getState()).toBe("active"), soon);

      await killed.signal("SIGKILL");
      await release();
      const other = await startWorker(variables);
      onTestFinished(() => other.signal("SIGKILL"));

      await vi.waitFor(async () => expect(await job.getState()).toBe("completed"), TAKEN_OVER);
      expect(await db.capturedEmail.count({ where: { at: tuesday } })).toBe(0);
      expect((await queue.getJobSchedulers()).map(({ key }) => key)).toContain(JOB);
    }, 300_000);
  });
}
