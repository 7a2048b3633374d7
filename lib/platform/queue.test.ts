import { expect, test } from "vitest";
import { openQueues } from "./queue";

const AWAY = "redis://127.0.0.1:9";

test("while the queue has never answered, only so many wake-ups wait for it", async () => {
  const queues = openQueues({ databaseUrl: "", redisUrl: AWAY });
  for (let i = 0; i < 1_000; i += 1) queues.wake("emails", [`row-${i}`]).catch(() => {});

  await expect(queues.wake("emails", ["one more"])).rejects.toThrow("The queue does not answer.");

  await queues.close();
});

test("queues whose server is away are closed within seconds", async () => {
  const queues = openQueues({ databaseUrl: "", redisUrl: AWAY });
  queues.work("deliveries", 1, async () => {});
  queues.depths().catch(() => {});
  const startedAt = performance.now();

  await queues.close();

  expect(performance.now() - startedAt).toBeLessThan(4_000);
});
