import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Listening, listenOn } from "@/lib/platform/listen";
import { queues } from "@/lib/platform/queue";
import { CHANNEL } from "./wake-timers";
import { wakeWorkersLater } from "./wake-workers";

const heard: string[] = [];
let listening: Listening;

beforeAll(async () => {
  listening = listenOn({
    channel: CHANNEL,
    onMessage: (name) => heard.push(name),
    onGap: () => {},
    log: { failing: "lost", working: "found" },
  });
  await vi.waitFor(() => expect(listening.isListening()).toBe(true), 5_000);
});
afterAll(async () => {
  listening.close();
  await queues().close();
});

const rows = (count: number) => Array.from({ length: count }, (_, i) => `row-${count}-${i}`);

test("a few rows are jobs of the queue, and for many workers are told to poll, with no job for any of them", async () => {
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
