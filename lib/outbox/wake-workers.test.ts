import { afterAll, expect, test, vi } from "vitest";
import { queues } from "@/lib/platform/queue";
import { hearWakeUps } from "@/lib/testing/hear-wake-ups";
import { wakeWorkersLater } from "./wake-workers";

const heard = hearWakeUps();

afterAll(() => queues().close());

const rows = (count: number) => Array.from({ length: count }, (_, i) => `row-${count}-${i}`);

test("a few rows are jobs of the queue, and for many the workers are asked to poll, with no job for any of them", async () => {
  wakeWorkersLater({ emails: rows(1), deliveries: rows(50) });
  await vi.waitFor(
    async () => expect(await queues().depths()).toEqual({ emails: 1, deliveries: 50 }),
    10_000,
  );
  expect(heard).toEqual([]);

  wakeWorkersLater({ emails: rows(2), deliveries: rows(51) });
  await vi.waitFor(() => expect(heard).toEqual(["outbox"]), 5_000);
  expect(await queues().depths()).toEqual({ emails: 1, deliveries: 50 });
}, 30_000);
