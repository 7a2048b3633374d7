import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { OPERATOR } from "@/lib/audit/record";
import { pauseSnitch } from "@/lib/monitoring/pause";
import { db } from "@/lib/platform/db";
import { aCase, aSnitch, aWebhook } from "@/testing/factories";
import { openFlakyConnection } from "@/testing/flaky-connection";
import { aReceiver } from "@/testing/receiver";
import { startWorker } from "@/testing/server-process";

/** A worker begins to connect after about half a second, on a busy machine after two. */
const CUT_AFTER_MS = [600, 1_000, 1_600];
const AWAY_MS = 500;

test("a worker whose database vanishes while it starts goes on when the database is back", async () => {
  const connection = await openFlakyConnection(process.env.DATABASE_URL ?? "");
  const receiver = await aReceiver();
  const { id: caseId } = await aCase();
  await aWebhook({ caseId, url: receiver.url });

  for (const cutAfterMs of CUT_AFTER_MS) {
    const starting = startWorker({ DATABASE_URL: connection.url });
    await sleep(cutAfterMs);
    connection.become("cut");
    await sleep(AWAY_MS);
    connection.become("sound");
    const worker = await starting;

    const { token } = await aSnitch({ caseId, status: "healthy" });
    await pauseSnitch(caseId, token, { until: "unpaused", endsAt: null }, new Date(), OPERATOR);
    const received = () => receiver.requests.some(({ body }) => body.includes(token));
    await vi.waitFor(() => expect(received()).toBe(true), { timeout: 15_000, interval: 50 });

    expect(worker.exitCode, `cut after ${cutAfterMs} ms`).toBeNull();
    await worker.signal("SIGKILL");
  }
  receiver.close();
}, 120_000);

/** Long enough for every timer of the worker and of BullMQ to have run. */
const OUTAGE_MS = 12_000;

test("a worker whose database is unavailable logs little, and says when it is back", async () => {
  const connection = await openFlakyConnection(process.env.DATABASE_URL ?? "");
  const worker = await startWorker({ DATABASE_URL: connection.url, LOG_LEVEL: "info" });
  await vi.waitFor(() => expect(worker.logged).toContain("worker started"));

  connection.become("cut");
  await sleep(OUTAGE_MS);
  const lines = worker.logged.split("\n").filter(Boolean);
  connection.become("sound");

  expect(lines.length).toBeLessThan(20);
  expect(lines.join()).toContain("recurring jobs cannot run: the database is unavailable");
  const isBack = () => expect(worker.logged).toContain("recurring jobs run again");
  await vi.waitFor(isBack, { timeout: 10_000, interval: 50 });
  await worker.signal("SIGTERM");
}, 60_000);

/** BullMQ's connections that wait for a job, one for each queue. */
const LISTENING =
  "FROM pg_stat_activity WHERE datname = current_database() AND application_name IN ('emails', 'deliveries')";
const listening = () => db.$queryRawUnsafe(`SELECT pid ${LISTENING}`);

/** Long enough for a worker to open another connection. */
const DYING_MS = 3_000;

test("a database that shuts down in the moment in which a connection opens does not end a worker", async () => {
  const connection = await openFlakyConnection(process.env.DATABASE_URL ?? "");
  const worker = await startWorker({ DATABASE_URL: connection.url });
  const untilListening = () => vi.waitFor(async () => expect(await listening()).toHaveLength(2), 20_000);
  await untilListening();

  connection.become("dying");
  await db.$queryRawUnsafe(`SELECT pg_terminate_backend(pid) ${LISTENING}`);
  await sleep(DYING_MS);
  expect(worker.exitCode, worker.ending).toBeNull();
  connection.become("sound");

  await untilListening();
  expect(worker.exitCode).toBeNull();
  await worker.signal("SIGKILL");
}, 60_000);
