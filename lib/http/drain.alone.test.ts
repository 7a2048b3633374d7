import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { drain, isDraining, noteReadinessCheck } from "./drain";

/** Whether a process ends without a timer, which would take several turns of the event loop. */
async function isDrainedAtOnce(): Promise<boolean> {
  let isDrained = false;
  const drained = drain().then(() => {
    isDrained = true;
  });
  await setImmediate();
  const atOnce = isDrained;
  await drained;
  return atOnce;
}

test("a process that no load balancer asks ends at once, and another one waits for its balancer", async () => {
  expect(isDraining()).toBe(false);
  expect(await isDrainedAtOnce()).toBe(true);
  expect(isDraining()).toBe(true);

  noteReadinessCheck();
  expect(await isDrainedAtOnce()).toBe(false);
});
