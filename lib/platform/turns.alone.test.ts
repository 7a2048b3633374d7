import { setImmediate as settle } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Turns } from "./turns";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

test("who has spent the time of a minute waits until it is there again, and no one else does", async () => {
  const turns = new Turns(2, 10, 10_000);
  const began: string[] = [];
  const spend = async (owner: string, ms: number) => {
    void turns.use(owner, async (spend) => {
      began.push(owner);
      spend(ms);
    });
    await settle();
  };
  for (const ms of [4_000, 4_000, 4_000, 1_000, 0]) await spend("ada", ms);
  await spend("bob", 3_000);
  expect(began).toEqual(["ada", "ada", "ada", "bob"]);

  // Two of its ten seconds are too many: they come back in twelve.
  vi.advanceTimersByTime(12_000);
  await settle();
  expect(began).toHaveLength(4);
  vi.advanceTimersByTime(1);
  await settle();
  expect(began.slice(4)).toEqual(["ada"]);
  vi.advanceTimersByTime(6_000);
  await settle();
  expect(began.slice(4)).toEqual(["ada", "ada"]);
});
