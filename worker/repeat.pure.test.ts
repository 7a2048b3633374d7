import { expect, test, vi } from "vitest";
import { DAY_MS } from "@/lib/rules/durations";
import { MIN_REST_MS } from "@/lib/rules/notifications/sleep";
import { eventually } from "@/testing/eventually";
import { repeat } from "./repeat";

test("jobs of one group run at once and then at their intervals, and never two at a time", async () => {
  let running = 0;
  const counts = { often: 0, daily: 0 };
  const aJob = (name: keyof typeof counts, everyMs: number) => ({
    run: async () => {
      running += 1;
      expect(running).toBe(1);
      await new Promise(setImmediate);
      running -= 1;
      counts[name] += 1;
      return everyMs;
    },
  });

  const { stop } = repeat([aJob("often", 1), aJob("daily", DAY_MS)]);
  await eventually(() => expect(counts.often).toBeGreaterThan(20));
  await stop();

  expect(counts.daily).toBe(1);
});

test("a job that is woken runs soon, again if it was woken during its run, and the others sleep on", async () => {
  let finish = () => {};
  const woken = vi.fn(() => new Promise<number>((resolve) => (finish = () => resolve(DAY_MS))));
  const asleep = vi.fn(async () => DAY_MS);
  const { wake, stop } = repeat([{ run: woken, canBeWoken: true }, { run: asleep }]);
  finish();
  await eventually(() => expect(asleep).toHaveBeenCalledTimes(1));

  wake();
  await eventually(() => expect(woken).toHaveBeenCalledTimes(2));
  wake();
  finish();
  await eventually(() => expect(woken).toHaveBeenCalledTimes(3));
  finish();
  await stop();

  expect(asleep).toHaveBeenCalledTimes(1);
});

test("a job that is woken without end rests between its runs", async () => {
  const startedAt: number[] = [];
  const run = async () => {
    startedAt.push(performance.now());
    setImmediate(() => wake());
    return DAY_MS;
  };
  const { wake, stop } = repeat([{ run, canBeWoken: true }]);
  await eventually(() => expect(startedAt.length).toBeGreaterThan(3));
  await stop();

  const rests = startedAt.slice(1).map((at, i) => at - (startedAt[i] ?? 0));
  expect(Math.min(...rests)).toBeGreaterThan(MIN_REST_MS - 5);
});

test("stopping waits for the run in progress, and starts no other", async () => {
  let finish = () => {};
  const run = vi.fn(() => new Promise<number>((resolve) => (finish = () => resolve(1))));
  const next = vi.fn(async () => 1);

  const { stop } = repeat([{ run }, { run: next }]);
  const stopped = vi.fn();
  const stopping = stop().then(stopped);
  await new Promise(setImmediate);
  expect(stopped).not.toHaveBeenCalled();
  finish();
  await stopping;

  expect(run).toHaveBeenCalledTimes(1);
  expect(next).not.toHaveBeenCalled();
});
