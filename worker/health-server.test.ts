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

async function aMonitor(redisUrl?: string) {
  const queues: Queues = openQueues({ databaseUrl: process.env.DATABASE_URL ?? "", redisUrl });
  const server: Server = createHealthServer(queues).listen(0, "127.0.0.1");
  await once(server, "listening");
  closings.push(
    () => server.close(),
    () => queues.close(),
  );
  const { port } = server.address() as AddressInfo;
  const ask = async (path: string, token = "") => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    return { status: answer.status, body: await answer.text() };
  };
  return { ask, queues };
}

test("a worker tells that it lives, and that its database and its queue are there", async () => {
  const { ask } = await aMonitor();

  expect(await ask("/healthz")).toEqual({ status: 200, body: "ok\n" });
  const { status, body } = await ask("/readyz");
  expect([status, JSON.parse(body)]).toEqual([200, { ready: true, needs: { database: "ok", queue: "ok" } }]);
  expect((await ask("/")).status).toBe(404);
});

test("a worker whose queue is away lives, but is not ready", async () => {
  const { ask } = await aMonitor("redis://127.0.0.1:9");

  expect((await ask("/healthz")).status).toBe(200);
  const { status, body } = await ask("/readyz");
  expect([status, JSON.parse(body)]).toEqual([
    503,
    { ready: false, needs: { database: "ok", queue: "away" } },
  ]);
});

test("workers tell how far the sweep is behind, what is owed and what waits", async () => {
  env.METRICS_TOKEN = "a-token-of-this-test";
  const { ask, queues } = await aMonitor();
  registerGauges(queues);
  await aSnitch({ status: "healthy", deadline: new Date(Date.now() - 181_000) });
  await queues.wake("emails", ["one", "another"]);

  const { body } = await ask("/metrics", env.METRICS_TOKEN);
  const figureOf = (name: string) => Number(new RegExp(`^${name} (.*)$`, "m").exec(body)?.[1]);

  expect(Math.round(figureOf("tattle_sweep_lag_seconds") / 60)).toBe(2);
  expect(figureOf("tattle_outbox_lag_seconds")).toBe(0);
  expect(figureOf('tattle_outbox_owed{debt="delivery"}')).toBe(0);
  expect(figureOf('tattle_queue_depth{queue="emails"}')).toBe(2);
  expect(figureOf('tattle_queue_depth{queue="sweep"}')).toBe(0);
  env.METRICS_TOKEN = undefined;
});
