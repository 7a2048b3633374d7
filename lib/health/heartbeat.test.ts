import { beforeEach, expect, test } from "vitest";
import { CANARY, maintainCanary } from "@/lib/metrics/canary";
import { metrics } from "@/lib/metrics/registry";
import { pool } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { aSnitch } from "@/testing/factories";
import { aReceiver } from "@/testing/receiver";
import { sendHeartbeats } from "./heartbeat";

beforeEach(async () => {
  metrics.heartbeats.reset();
  metrics.heartbeatAt.reset();
  await pool.query("TRUNCATE cases CASCADE");
  await maintainCanary(new Date());
  await pool.query(
    `INSERT INTO deliveries (id, channel_id, body, accepted_at) VALUES (new_id(), $1, '{}', now())`,
    [CANARY.channelId],
  );
});

async function receivedHeartbeats(): Promise<number> {
  const receivers = [await aReceiver(), await aReceiver()];
  env.HEARTBEAT_URLS = receivers.map(({ url }) => url);
  await sendHeartbeats();
  for (const receiver of receivers) receiver.close();
  return receivers.reduce((sum, { requests }) => sum + requests.length, 0);
}

test("every heartbeat URL is requested while alerts are on time", async () => {
  expect(await receivedHeartbeats()).toBe(2);
});

test("none is requested while the sweep is more than two minutes behind", async () => {
  await aSnitch({ status: "healthy", deadline: new Date(Date.now() - 181_000) });
  expect(await receivedHeartbeats()).toBe(0);
});

test("none is requested while the canary’s misses are not delivered", async () => {
  await pool.query("UPDATE deliveries SET accepted_at = now() - interval '181 seconds'");
  expect(await receivedHeartbeats()).toBe(0);
});

test("a URL that does not respond keeps no other from being requested", async () => {
  const receiver = await aReceiver();
  env.HEARTBEAT_URLS = ["http://127.0.0.1:9/", receiver.url];
  await sendHeartbeats();
  receiver.close();
  expect(receiver.requests).toHaveLength(1);
});

async function countsByOutcome(): Promise<Record<string, number>> {
  const { values } = await metrics.heartbeats.get();
  return Object.fromEntries(values.map(({ labels, value }) => [`${labels.url} ${labels.outcome}`, value]));
}

test("the metrics say what became of each heartbeat, and when it last succeeded", async () => {
  const receiver = await aReceiver();
  const startedAt = Date.now();
  env.HEARTBEAT_URLS = ["http://127.0.0.1:9/secret-token", receiver.url];
  await sendHeartbeats();
  expect(await countsByOutcome()).toEqual({ "1 failed": 1, "2 accepted": 1 });

  await pool.query("UPDATE deliveries SET accepted_at = now() - interval '181 seconds'");
  await sendHeartbeats();
  receiver.close();

  expect(await countsByOutcome()).toEqual({
    "1 failed": 1,
    "1 withheld": 1,
    "2 accepted": 1,
    "2 withheld": 1,
  });
  const { values } = await metrics.heartbeatAt.get();
  expect(values).toHaveLength(1);
  expect(values[0]?.labels.url).toBe("2");
  expect((values[0]?.value ?? 0) * 1_000).toBeGreaterThanOrEqual(startedAt);
  expect(await metrics.registry.metrics()).not.toContain("secret-token");
});
