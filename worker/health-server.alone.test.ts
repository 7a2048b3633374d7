import { spawnSync } from "node:child_process";
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { metrics } from "@/lib/metrics/registry";
import { pool } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { openQueues, type Queues } from "@/lib/platform/queue";
import { VERSION } from "@/lib/platform/version";
import { eventually } from "@/testing/eventually";
import { aSnitch } from "@/testing/factories";
import { openOwnRedis } from "@/testing/own-redis";
import { registerGauges } from "./gauges";
import { createHealthServer } from "./health-server";

const hasRedis = spawnSync("redis-server", ["--version"]).status === 0;
const closings: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0)) await close();
});

async function startHealthServer(redisUrl?: string) {
  const queues: Queues = openQueues({ databaseUrl: process.env.DATABASE_URL ?? "", redisUrl });
  const server: Server = createHealthServer(queues).listen(0, "127.0.0.1");
  await once(server, "listening");
  closings.push(
    () => server.close(),
    () => queues.close(),
  );
  const { port } = server.address() as AddressInfo;
  const get = async (path: string, token = "") => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    return { status: response.status, body: await response.text() };
  };
  return { get, queues };
}

test("a worker is healthy, and ready while its database and its queue are available", async () => {
  const { get } = await startHealthServer();

  expect(await get("/healthz")).toEqual({ status: 200, body: "ok\n" });
  const { status, body } = await get("/readyz");
  expect([status, JSON.parse(body)]).toMatchObject([
    200,
    { ready: true, needs: { database: "ok", queue: "ok" }, version: VERSION },
  ]);
  expect((await get("/")).status).toBe(404);
});

test("a worker whose queue is unavailable is healthy, but not ready", async () => {
  const { get } = await startHealthServer("redis://127.0.0.1:9");

  expect((await get("/healthz")).status).toBe(200);
  const { status, body } = await get("/readyz");
  expect([status, JSON.parse(body)]).toMatchObject([
    503,
    { ready: false, needs: { database: "ok", queue: "unavailable" } },
  ]);
});

test.skipIf(!hasRedis)(
  "a worker whose Redis takes no more writes is not ready, until it does again",
  async () => {
    const redis = await openOwnRedis();
    closings.push(redis.close);
    const { get } = await startHealthServer(redis.url);
    const readQueue = async () => {
      const { status, body } = await get("/readyz");
      return [status, JSON.parse(body).needs.queue];
    };
    await eventually(async () => expect(await readQueue()).toEqual([200, "ok"]));

    await redis.fill();
    expect(await readQueue()).toEqual([503, "unavailable"]);
    await redis.empty();
    expect(await readQueue()).toEqual([200, "ok"]);
  },
);

test("the metrics show the lag of the sweep and of the outbox, pending rows and waiting jobs", async () => {
  env.METRICS_TOKEN = "a-token-of-this-test";
  const { get, queues } = await startHealthServer();
  registerGauges(queues);
  await aSnitch({ status: "healthy", deadline: new Date(Date.now() - 181_000) });
  await queues.wake("emails", ["one", "another"]);

  const { body } = await get("/metrics", env.METRICS_TOKEN);
  const readSample = (name: string) => Number(new RegExp(`^${name} (.*)$`, "m").exec(body)?.[1]);

  expect(Math.round(readSample("tattle_sweep_lag_seconds") / 60)).toBe(2);
  expect(readSample("tattle_outbox_lag_seconds")).toBe(0);
  expect(readSample('tattle_outbox_pending{kind="delivery"}')).toBe(0);
  expect(readSample('tattle_queue_depth{queue="emails"}')).toBe(2);
  expect(readSample('tattle_queue_depth{queue="deliveries"}')).toBe(0);
  env.METRICS_TOKEN = undefined;
});

test("the metrics show listening gaps, what could not be evaluated, journals, and unreachable cases", async () => {
  const readSample = async (name: string) =>
    Number((await metrics.registry.getSingleMetric(name)?.get())?.values[0]?.value);
  for (const table of ["listeners", "alert_holds", "journals"]) await pool.query(`DELETE FROM ${table}`);
  expect(await readSample("tattle_not_listening_seconds")).toBe(Number.POSITIVE_INFINITY);
  expect(await readSample("tattle_silent_seconds")).toBe(0);
  expect(await readSample("tattle_journals")).toBe(0);
  expect(await readSample("tattle_journal_lag_seconds")).toBe(0);
  expect(await readSample("tattle_unknown_misses")).toBe(0);
  expect(await readSample("tattle_dead_ends")).toBe(0);

  const { id, caseId } = await aSnitch();
  await pool.query(
    `INSERT INTO listeners (id, owner, since, seen_at) VALUES (1, 'a host', now() - interval '30 hours', now() - interval '1 hour')`,
  );
  await pool.query(
    `INSERT INTO journals (id, since, owner, last_seen_at)
     VALUES (new_id(), now() - interval '90 seconds', 'a host', now()), (new_id(), now(), 'a host', now())`,
  );
  await pool.query(
    `INSERT INTO unknown_misses (id, snitch_id, deadline, silence_starts_at, silence_ends_at)
     VALUES (new_id(), $1, now(), now() - interval '1 hour', now())`,
    [id],
  );
  await pool.query("UPDATE cases SET dead_end_since = now() WHERE id = $1", [caseId]);

  expect(Math.round((await readSample("tattle_not_listening_seconds")) / 60)).toBe(60);
  expect(Math.round((await readSample("tattle_silent_seconds")) / 60)).toBe(60);
  expect(await readSample("tattle_journals")).toBe(2);
  expect(Math.round(await readSample("tattle_journal_lag_seconds"))).toBeGreaterThanOrEqual(90);
  expect(await readSample("tattle_unknown_misses")).toBe(1);
  expect(await readSample("tattle_dead_ends")).toBe(1);

  for (const table of ["listeners", "journals"]) await pool.query(`DELETE FROM ${table}`);
});
