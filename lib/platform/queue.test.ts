import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { eventually } from "@/testing/eventually";
import { openFlakyConnection } from "@/testing/flaky-connection";
import { openQueues } from "./queue";

const AWAY = "redis://127.0.0.1:9";

test("while the queue has never responded, only so many wake-ups wait for it", async () => {
  const queues = openQueues({ databaseUrl: "", redisUrl: AWAY });
  for (let i = 0; i < 1_000; i += 1) queues.wake("emails", [`row-${i}`]).catch(() => {});

  await expect(queues.wake("emails", ["one more"])).rejects.toThrow("The queue is not responding.");

  await queues.close();
});

test("queues whose server is unavailable can be closed", async () => {
  const queues = openQueues({ databaseUrl: "", redisUrl: AWAY });
  queues.work("deliveries", 1, async () => {});
  queues.depths().catch(() => {});

  expect(await queues.close()).toBeUndefined();
});

/** Long enough for what ends with a connection to have happened. */
const ENDING_MS = 500;

test("a connection that is lost in the moment in which it begins to wait for wake-ups is replaced", async () => {
  const connection = await openFlakyConnection(process.env.DATABASE_URL ?? "");
  const isLost = connection.becomeAfter("LISTEN bullmq_jobs;", "dying");
  const queues = openQueues({ databaseUrl: connection.url });
  const handled: string[] = [];
  queues.work("emails", 1, async ({ id }) => handled.push(id));
  await isLost;
  await sleep(ENDING_MS);
  connection.become("sound");

  await eventually(async () => {
    await queues.wake("emails", [randomUUID()]);
    expect(handled).not.toEqual([]);
  });

  await queues.close();
});
