import { beforeEach, expect, test } from "vitest";
import { CANARY, maintainCanary } from "@/lib/canary/canary";
import { pool } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { aSnitch } from "@/lib/testing/factories";
import { aReceiver } from "@/lib/testing/receiver";
import { sendHeartbeats } from "./heartbeat";

beforeEach(async () => {
  await pool.query("TRUNCATE cases CASCADE");
  await maintainCanary(new Date());
  await pool.query(
    `INSERT INTO deliveries (id, webhook_id, body, accepted_at) VALUES (new_id(), $1, '{}', now())`,
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

test("a URL that does not answer keeps no other from being requested", async () => {
  const receiver = await aReceiver();
  env.HEARTBEAT_URLS = ["http://127.0.0.1:9/", receiver.url];
  await sendHeartbeats();
  receiver.close();
  expect(receiver.requests).toHaveLength(1);
});
