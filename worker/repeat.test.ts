import { expect, test, vi } from "vitest";
import { DAY_MS } from "@/lib/platform/durations";
import { repeat } from "./repeat";

const soon = { timeout: 5_000, interval: 2 };

test("jobs of one group run at once and then at their intervals, and never two at a time", async () => {
  let running = 0;
  const counts = { often: 0, daily: 0 };
  const aJob = (name: keyof typeof counts, everyMs: number) => ({
    everyMs,
    run: async () => {
      running += 1;
      expect(running).toBe(1);
      await new Promise(setImmediate);
      running -= 1;
      counts[name] += 1;
      return true;
    },
  });

  const stop = repeat([aJob("often", 1), aJob("daily", DAY_MS)]);
  await vi.waitFor(() => expect(counts.often).toBeGreaterThan(20), soon);
  await stop();

  expect(counts.daily).toBe(1);
});

test("a run that failed is repeated soon, and other jobs go on", async () => {
  const failing = vi.fn(async () => false);
  const working = vi.fn(async () => true);

  const stop = repeat(
    [
      { everyMs: DAY_MS, run: failing },
      { everyMs: 1, run: working },
    ],
    5,
  );
  await vi.waitFor(() => expect(failing.mock.calls.length).toBeGreaterThan(3), soon);
  await stop();

  expect(working.mock.calls.length).toBeGreaterThan(3);
});

test("stopping waits for the run in progress, and starts no other", async () => {
  let finish = () => {};
  const run = vi.fn(() => new Promise<boolean>((resolve) => (finish = () => resolve(true))));
  const next = vi.fn(async () => true);

  const stop = repeat([
    { everyMs: 1, run },
    { everyMs: 1, run: next },
  ]);
  const stopped = vi.fn();
  const stopping = stop().then(stopped);
  await new Promise(setImmediate);
  expect(stopped).not.toHaveBeenCalled();
  finish();
  await stopping;

  expect(run).toHaveBeenCalledTimes(1);
  expect(next).not.toHaveBeenCalled();
});
