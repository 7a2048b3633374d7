import { afterAll, expect, test } from "vitest";
import { queues } from "@/lib/platform/queue";
import { eventually } from "@/testing/eventually";
import { hearWakeUps } from "@/testing/hear-wake-ups";
import { wakeWorkersLater } from "./wake-workers";

const received = hearWakeUps();

afterAll(() => queues().close());

const rows = (count: number) => Array.from({ length: count }, (_, i) => `row-${count}-${i}`);

test("a few rows are jobs of the queue, and for many the workers are asked to poll, with no job for any of them", async () => {
  wakeWorkersLater({ emails: rows(1), deliveries: rows(50) });
  await eventually(async () => expect(await queues().depths()).toEqual({ emails: 1, deliveries: 50 }));
  expect(received).toEqual([]);

  wakeWorkersLater({ emails: rows(2), deliveries: rows(51) });
  await eventually(() => expect(received).toEqual(["outbox"]));
  expect(await queues().depths()).toEqual({ emails: 1, deliveries: 50 });
});
