import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { env } from "@/lib/platform/env";
import { openQueues, type Queues } from "@/lib/platform/queue";
import { aSnitch } from "@/lib/testing/factories";
import { registerGauges } from "./gauges";
import { createHealthServer } from "./health-server";

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
  expect([status, JSON.parse(body)]).toEqual([200, { ready: true, needs: { database: "ok", queue: "ok" } }]);
  expect((await get("/")).status).toBe(404);
});

test("a worker whose queue is unavailable is healthy, but not ready", async () => {
  const { get } = await startHealthServer("redis://127.0.0.1:9");

  expect((await get("/healthz")).status).toBe(200);
  const { status, body } = await get("/readyz");
  expect([status, JSON.parse(body)]).toEqual([
    503,
    { ready: false, needs: { database: "ok", queue: "unavailable" } },
  ]);
});

test("the metrics show the lag of the sweep and of the outbox, pending rows and waiting jobs", async () => {
  env.METRICS_TOKEN = "a-token-of-this-test";
  const { get, queues } = await startHealthServer();
  registerGauges(queues);
  await aSnitch({ status: "healthy", deadline: new Date(Date.now() - 181_000) });
  await queues.wake("emails", ["one", "another"]);

  const { body } = await get("/metrics", env.METRICS_TOKEN);
  const sampleOf = (name: string) => Number(new RegExp(`^${name} (.*)$`, "m").exec(body)?.[1]);

  expect(Math.round(sampleOf("tattle_sweep_lag_seconds") / 60)).toBe(2);
  expect(sampleOf("tattle_outbox_lag_seconds")).toBe(0);
  expect(sampleOf('tattle_outbox_pending{kind="delivery"}')).toBe(0);
  expect(sampleOf('tattle_queue_depth{queue="emails"}')).toBe(2);
  expect(sampleOf('tattle_queue_depth{queue="deliveries"}')).toBe(0);
  env.METRICS_TOKEN = undefined;
});
